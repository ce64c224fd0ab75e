import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { detailsInput } from '../../contract/account.ts';
import { BIO_MAX, FULL_NAME_MAX } from '../../ledger/model/constants.ts';
import { useUser } from '../store/user.ts';
import { Button } from '../ui/button.tsx';
import { complain } from '../ui/form-problem.ts';
import { TextAreaField } from '../ui/text-area-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useImageChoice } from '../ui/use-image-choice.ts';
import { AvatarPicker } from './avatar-picker.tsx';
import { useSaveProfile } from './use-save-profile.ts';

/** The profile form: picture, name and a few words. */
export function Profile() {
  const { fullName, bio } = useUser();
  const avatar = useImageChoice('avatar');
  const { register, control, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(detailsInput),
    // What is stored may turn out to be newer than what was kept here; what is being typed stays.
    values: { name: fullName, bio: bio ?? '' },
    resetOptions: { keepDirtyValues: true },
  });
  const written = String(useWatch({ control, name: 'bio' }) ?? '');
  const { save, pending } = useSaveProfile(avatar, (problem) => complain(problem, ['name', 'bio'], setError));
  const { errors } = formState;

  return (
    <section aria-labelledby="profile">
      <h2 id="profile" className="subtitle">
        Profile
      </h2>
      <form noValidate onSubmit={handleSubmit(save)} className="card-form">
        <AvatarPicker choice={avatar} />
        <TextField
          label="Full Name"
          autoComplete="name"
          maxLength={FULL_NAME_MAX}
          error={errors.name?.message}
          registration={register('name')}
        />
        <TextAreaField
          label="Bio"
          count={{ used: written.length, max: BIO_MAX }}
          error={errors.bio?.message}
          registration={register('bio')}
        />
        <Button type="submit" kind="primary" pending={pending}>
          Save Changes
        </Button>
      </form>
    </section>
  );
}
