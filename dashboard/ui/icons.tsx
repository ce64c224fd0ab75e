import type { ReactNode } from 'react';

type IconProps = { size?: number; className?: string };

function Icon({ size = 18, className, children }: IconProps & { children: ReactNode }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 18 18"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.4}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      {children}
    </svg>
  );
}

export const BackIcon = () => (
  <Icon size={16}>
    <path d="M15 9H3.5M8 4.5 3.5 9 8 13.5" />
  </Icon>
);

export const PlusIcon = () => (
  <Icon size={26}>
    <path d="M9 3v12M3 9h12" />
  </Icon>
);

export const CloseIcon = ({ size = 22 }: { size?: number }) => (
  <Icon size={size}>
    <path d="m4 4 10 10M14 4 4 14" />
  </Icon>
);

export const TrashIcon = () => (
  <Icon>
    <path d="M3 5h12M6.8 5V3h4.4v2M4.6 5l.6 10h7.6l.6-10M7.5 8v4.2M10.5 8v4.2" />
  </Icon>
);

export const SearchIcon = () => (
  <Icon>
    <circle cx="8" cy="8" r="5.2" />
    <path d="m12 12 3.5 3.5" />
  </Icon>
);

export const ErrorIcon = ({ size = 18, className = '' }: IconProps) => (
  <Icon size={size} className={className}>
    <circle cx="9" cy="9" r="7" />
    <path d="M9 5.4v4.2M9 12.4v.1" />
  </Icon>
);

export const SuccessIcon = ({ className = '' }: IconProps) => (
  <Icon className={className}>
    <circle cx="9" cy="9" r="7" />
    <path d="m6 9.3 2.1 2.1 4-4.6" />
  </Icon>
);

export const CheckIcon = () => (
  <Icon size={16}>
    <path d="m4 9.6 3.4 3.4L14 5.4" strokeWidth={2.2} />
  </Icon>
);

export const CalendarIcon = () => (
  <Icon size={16}>
    <path d="M3 4.5h12V15H3zM3 8h12M6 2.8v3M12 2.8v3" />
  </Icon>
);

export const ArrowRightIcon = () => (
  <Icon size={16}>
    <path d="M7 4l5 5-5 5" />
  </Icon>
);

export const ChevronIcon = ({ size = 12, className = '' }: IconProps) => (
  <Icon size={size} className={className}>
    <path d="m4 6.5 5 5 5-5" />
  </Icon>
);

export const DownloadIcon = ({ size = 16 }: { size?: number }) => (
  <Icon size={size}>
    <path d="M9 3v9M5.4 8.6 9 12.2l3.6-3.6M3.4 15.2h11.2" />
  </Icon>
);

export const ExternalLinkIcon = () => (
  <Icon size={14}>
    <path d="M5 13l8-8M6 5h7v7" />
  </Icon>
);

export const InfoIcon = () => (
  <Icon>
    <circle cx="9" cy="9" r="7" />
    <path d="M9 8.4v3.8M9 5.5v.1" />
  </Icon>
);

export const LockIcon = () => (
  <Icon size={22}>
    <path d="M4 8h10v7H4zM6.4 8V5.6a2.6 2.6 0 0 1 5.2 0V8M9 10.8v1.6" />
  </Icon>
);

export const SpinnerIcon = ({ size = 16 }: { size?: number }) => (
  <Icon size={size} className="animate-turn motion-reduce:animate-none">
    <path d="M9 2a7 7 0 1 1-7 7" />
  </Icon>
);

export const MoreIcon = () => (
  <Icon>
    <path d="M3.9 9h.2M8.9 9h.2M13.9 9h.2" strokeWidth={2.2} />
  </Icon>
);

/** Handle of a row that can be dragged. */
export const GripIcon = () => (
  <Icon size={16}>
    <path d="M6.4 4.2h.2M11.4 4.2h.2M6.4 9h.2M11.4 9h.2M6.4 13.8h.2M11.4 13.8h.2" strokeWidth={2} />
  </Icon>
);
