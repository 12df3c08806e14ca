import { useSignal } from '@preact/signals';
import { describeError } from '../api/describe-error.ts';
import { callApi } from '../api/requests.ts';
import { t } from '../messages.ts';

interface ReportButtonProps {
  /** What is reported to the operator of the service. */
  readonly body:
    | { readonly kind: 'planet'; readonly planet_id: string }
    | { readonly kind: 'name'; readonly name: string };
  /** The label, which names what is reported. */
  readonly label: string;
}

/** Reports a planet or a name after a second tap, and then shows the response. */
export function ReportButton({ body, label }: ReportButtonProps) {
  const isAsking = useSignal(false);
  const message = useSignal('');
  const report = async () => {
    if (!isAsking.value) {
      isAsking.value = true;
      return;
    }
    isAsking.value = false;
    try {
      message.value = (await callApi((client) => client.post('/app/reports', { body }))).message;
    } catch (error) {
      message.value = describeError(error);
    }
  };
  return (
    <>
      {message.value === '' && (
        <button type="button" class="link-button" onClick={() => void report()}>
          {isAsking.value ? t('report.sure') : label}
        </button>
      )}
      <p class="muted" role="status">
        {message.value}
      </p>
    </>
  );
}
