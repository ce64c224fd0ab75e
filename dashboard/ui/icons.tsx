import type { ReactNode } from 'react';

type Drawn = { size?: number; className?: string };

function Icon({ size = 18, className, children }: Drawn & { children: ReactNode }) {
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

/** The way back. */
export const BackIcon = () => (
  <Icon size={16}>
    <path d="M15 9H3.5M8 4.5 3.5 9 8 13.5" />
  </Icon>
);

/** Three lines: opens the menu. */
export const MenuIcon = () => (
  <Icon size={22}>
    <path d="M2.5 5.5h13M2.5 9h13M2.5 12.5h13" />
  </Icon>
);

/** Closes what floats. */
export const CrossIcon = ({ size = 22 }: { size?: number }) => (
  <Icon size={size}>
    <path d="m4 4 10 10M14 4 4 14" />
  </Icon>
);

/** Takes something away for good. */
export const BinIcon = () => (
  <Icon>
    <path d="M3 5h12M6.8 5V3h4.4v2M4.6 5l.6 10h7.6l.6-10M7.5 8v4.2M10.5 8v4.2" />
  </Icon>
);

/** A search box. */
export const SearchIcon = () => (
  <Icon>
    <circle cx="8" cy="8" r="5.2" />
    <path d="m12 12 3.5 3.5" />
  </Icon>
);

/** Something is wrong. */
export const WrongIcon = ({ size = 18, className = '' }: Drawn) => (
  <Icon size={size} className={className}>
    <circle cx="9" cy="9" r="7" />
    <path d="M9 5.4v4.2M9 12.4v.1" />
  </Icon>
);

/** Something is done. */
export const DoneIcon = ({ className = '' }: Drawn) => (
  <Icon className={className}>
    <circle cx="9" cy="9" r="7" />
    <path d="m6 9.3 2.1 2.1 4-4.6" />
  </Icon>
);

/** So it is. */
export const CheckIcon = () => (
  <Icon size={16}>
    <path d="m4 9.6 3.4 3.4L14 5.4" strokeWidth={2.2} />
  </Icon>
);

/** Leads further. */
export const ArrowRightIcon = () => (
  <Icon size={16}>
    <path d="M7 4l5 5-5 5" />
  </Icon>
);

/** Brings something onto the device. */
export const DownloadIcon = () => (
  <Icon size={16}>
    <path d="M9 3v9M5.4 8.6 9 12.2l3.6-3.6M3.4 15.2h11.2" />
  </Icon>
);

/** Leads out of Daybook. */
export const OutsideIcon = () => (
  <Icon size={14}>
    <path d="M5 13l8-8M6 5h7v7" />
  </Icon>
);

/** Something can be said about it. */
export const InfoIcon = () => (
  <Icon>
    <circle cx="9" cy="9" r="7" />
    <path d="M9 8.4v3.8M9 5.5v.1" />
  </Icon>
);

/** Something is locked. */
export const LockIcon = () => (
  <Icon size={22}>
    <path d="M4 8h10v7H4zM6.4 8V5.6a2.6 2.6 0 0 1 5.2 0V8M9 10.8v1.6" />
  </Icon>
);

/** Something is under way. */
export const RingIcon = ({ size = 16 }: { size?: number }) => (
  <Icon size={size} className="turning">
    <path d="M9 2a7 7 0 1 1-7 7" />
  </Icon>
);
