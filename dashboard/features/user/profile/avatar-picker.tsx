import { useId } from 'react';
import { useUser } from '../../../server/user.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { ErrorText } from '../../../ui/fields.tsx';
import { IMAGE_ACCEPT, type ImageInput } from '../../../ui/image-input.ts';
import { Avatar } from './avatar.tsx';

/** File input for the avatar with a preview. The profile form uploads the file. */
export function AvatarPicker({ image }: { image: ImageInput }) {
  const { avatar, fullName } = useUser();
  const { input, file, url, error, onChange, clear, focus } = image;
  const hintId = useId();
  const errorId = useId();

  function undo() {
    clear();
    focus();
  }

  return (
    <div className="mb-1 flex items-center gap-5">
      <Avatar url={url ?? avatar} fullName={fullName} />
      <div className="min-w-0">
        <div className="mb-[0.4rem] flex flex-wrap gap-2">
          <label
            className={buttonClass(
              'secondary',
              'cursor-pointer outline-offset-2 outline-focus has-focus-visible:outline-2',
            )}
          >
            {avatar === null ? 'Upload Avatar' : 'Change Avatar'}
            <input
              ref={input}
              type="file"
              className="pointer-events-none absolute inset-0 opacity-0"
              accept={IMAGE_ACCEPT}
              onChange={onChange}
              aria-invalid={error !== undefined}
              aria-describedby={error === undefined ? hintId : errorId}
            />
          </label>
          {file && (
            <Button kind="quiet" onClick={undo}>
              Undo
            </Button>
          )}
        </div>
        {error === undefined && (
          <p id={hintId} role="status" className="truncate text-label/[1.4] text-ink-muted">
            {file ? `${file.name}, not saved yet` : 'jpeg or png'}
          </p>
        )}
        <ErrorText id={errorId} error={error} />
      </div>
    </div>
  );
}
