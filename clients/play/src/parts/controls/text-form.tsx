import { useSignal } from '@preact/signals';
import { describeError } from '../../api/describe-error.ts';
import { isReadAloudOn } from '../../speech/read-aloud.ts';
import { useSpoken } from '../../speech/speak.ts';
import { BigButton } from './buttons.tsx';

interface TextFormProps {
  readonly label: string;
  readonly buttonText: string;
  readonly initialText: string;
  /** Returns the message that is shown on success. */
  readonly submit: (text: string) => Promise<string>;
}

/** A field with a button, and the message that follows. */
export function TextForm({ label, buttonText, initialText, submit }: TextFormProps) {
  const text = useSignal(initialText);
  const message = useSignal('');
  useSpoken([message.value], isReadAloudOn.value && message.value !== '');
  const submitText = async () => {
    try {
      message.value = await submit(text.value);
    } catch (error) {
      message.value = describeError(error);
    }
  };
  return (
    <form
      class="text-form"
      onSubmit={(event) => {
        event.preventDefault();
        void submitText();
      }}
    >
      <label>
        <h2>{label}</h2>
        <input class="text-input" value={text.value} onInput={(event) => (text.value = event.currentTarget.value)} />
      </label>
      <BigButton className="secondary" disabled={text.value.trim() === ''} onClick={() => void submitText()}>
        {buttonText}
      </BigButton>
      <p role="status">{message.value}</p>
    </form>
  );
}
