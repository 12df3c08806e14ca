import { useSignal } from '@preact/signals';
import type { Avatar, AvatarItem } from '../../../../typescript/src/index.ts';
import { describeError } from '../../api/describe-error.ts';
import { callApi, fetchData, useLoaded } from '../../api/requests.ts';
import { session, updateSession } from '../../api/session.ts';
import { t } from '../../messages.ts';
import { BackLink } from '../../parts/controls/buttons.tsx';
import { Guide } from '../../parts/guide.tsx';
import { Heading } from '../../parts/heading.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Failure, Loading } from '../../parts/loading-and-failure.tsx';
import { toLocalPath } from '../../parts/local-path.ts';

type Slot = AvatarItem['category'];

/** The slots of the avatar, each with the icon of its tab. */
const SLOTS = [
  ['hat', 'hat'],
  ['hair', 'brush'],
  ['shirt', 'shirt'],
  ['accessory', 'bulb'],
  ['skin', 'person'],
] as const;

/** The screen for choosing avatar items. A tap on an unlocked item changes the avatar. */
export function DressScreen() {
  const wardrobe = useLoaded(async () => {
    const [items, me] = await Promise.all([fetchData('/app/avatar/items'), fetchData('/app/users/me')]);
    return { items, avatar: me.avatar };
  }, 'dress');
  const slot = useSignal<Slot>('hat');
  const message = useSignal('');
  const wear = async (id: string | null) => {
    if (!wardrobe.data) return;
    const childSession = session.value;
    try {
      const changed = await callApi((client) => client.patch('/app/avatar', { body: { [slot.value]: id } }));
      wardrobe.replace({ ...wardrobe.data, avatar: changed.avatar });
      await updateSession(childSession, { avatarUrl: changed.avatar_url });
      message.value = '';
    } catch (error) {
      message.value = describeError(error);
    }
  };
  const choose = (item: AvatarItem) => {
    if (item.unlocked) void wear(item.id);
    else message.value = item.unlock_condition ?? t('dress.later');
  };
  const avatar = wardrobe.data?.avatar;
  const canTakeOff = slot.value === 'hat' || slot.value === 'accessory';
  return (
    <main class="dress">
      <div class="room">
        <header>
          <BackLink to="/play/me" label={t('me.back')} />
        </header>
        <div class="mirror">
          {session.value && <img src={toLocalPath(session.value.avatarUrl)} alt={t('dress.mirror')} />}
        </div>
      </div>
      <section class="wardrobe">
        <div class="visually-hidden">
          <Heading title={t('me.dress')}>{t('me.dress')}</Heading>
        </div>
        <Guide moment="dress" />
        <div class="tab-buttons" role="tablist">
          {SLOTS.map(([name, icon]) => (
            <button
              key={name}
              type="button"
              role="tab"
              aria-selected={slot.value === name}
              onClick={() => (slot.value = name)}
            >
              <Icon name={icon} />
              {t(`dress.${name}`)}
            </button>
          ))}
        </div>
        <p class="dress-message" role="status">
          {message.value}
        </p>
        {wardrobe.error !== undefined && <Failure error={wardrobe.error} retry={wardrobe.reload} />}
        {wardrobe.data && avatar ? (
          <ul class="avatar-items">
            {canTakeOff && (
              <li>
                <button
                  type="button"
                  class={`avatar-item ${avatar[slot.value] === null ? 'worn' : ''}`}
                  onClick={() => void wear(null)}
                >
                  <img src={buildPreviewPath(avatar, slot.value, null)} alt="" />
                  {t('dress.nothing')}
                </button>
              </li>
            )}
            {wardrobe.data.items
              .filter(({ category }) => category === slot.value)
              .map((item) => (
                <li key={item.id}>
                  <button
                    type="button"
                    class={`avatar-item ${avatar[slot.value] === item.id ? 'worn' : ''} ${item.unlocked ? '' : 'locked'}`}
                    aria-pressed={avatar[slot.value] === item.id}
                    onClick={() => choose(item)}
                  >
                    <img src={buildPreviewPath(avatar, slot.value, item.id)} alt="" loading="lazy" />
                    {item.name}
                    {!item.unlocked && (
                      <span class="lock">
                        <Icon name="lock" />
                        <span class="visually-hidden">{item.unlock_condition}</span>
                      </span>
                    )}
                  </button>
                </li>
              ))}
          </ul>
        ) : (
          wardrobe.error === undefined && <Loading />
        )}
      </section>
    </main>
  );
}

/** The picture of the child with an item, or without one. Hair is shown without the hat. Its path names the items in this order (gap 16). */
function buildPreviewPath(avatar: Avatar, slot: Slot, itemId: string | null): string {
  const look: Avatar = { ...avatar, ...(slot === 'hair' && { hat: null }), [slot]: itemId };
  const { skin, hair, hat, shirt, accessory } = look;
  return `/avatars/${[skin, hair, hat ?? '_', shirt, accessory ?? '_'].join('.')}.svg`;
}
