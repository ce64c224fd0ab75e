import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { detailsInput } from '#contract/user-calls.ts';
import { BIO_MAX, FULL_NAME_MAX } from '#ledger/model/constants.ts';
import { useUser } from '../../../server/user.ts';
import { Button } from '../../../ui/button.tsx';
import { CardForm } from '../../../ui/card-form.tsx';
import { setFieldErrors } from '../../../ui/form.ts';
import { useImageInput } from '../../../ui/image-input.ts';
import { TextAreaField, TextInput } from '../../../ui/registered-fields.tsx';
import { AvatarPicker } from './avatar-picker.tsx';
import { useSaveProfile } from './use-save-profile.ts';

/** Profile form: avatar, full name and bio. */
export function ProfileSection() {
  const { fullName, bio } = useUser();
  const avatar = useImageInput('avatar');
  const { register, control, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(detailsInput),
    // A refetched user updates the fields that the user has not edited.
    values: { name: fullName, bio: bio ?? '' },
    resetOptions: { keepDirtyValues: true },
  });
  const bioText = String(useWatch({ control, name: 'bio' }) ?? '');
  const { save, pending } = useSaveProfile(avatar, (problem) => setFieldErrors(problem, ['name', 'bio'], setError));
  const { errors } = formState;

  return (
    <section aria-labelledby="profile">
      <h2 id="profile" className="subtitle">
        Profile
      </h2>
      <CardForm onSubmit={handleSubmit(save)}>
        <AvatarPicker image={avatar} />
        <TextInput
          label="Full Name"
          autoComplete="name"
          maxLength={FULL_NAME_MAX}
          error={errors.name?.message}
          registration={register('name')}
        />
        <TextAreaField
          label="Bio"
          count={{ used: bioText.length, max: BIO_MAX }}
          error={errors.bio?.message}
          registration={register('bio')}
        />
        <Button type="submit" kind="primary" className="justify-self-start" pending={pending}>
          Save Changes
        </Button>
      </CardForm>
    </section>
  );
}
