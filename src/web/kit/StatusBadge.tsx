import {
  CircleCheck,
  CircleDashed,
  LoaderCircle,
  OctagonX,
  Send,
  Siren,
  TriangleAlert,
  type LucideIcon,
} from "lucide-react";
import type { Tone } from "#kernel/lifecycle.ts";

const toneIcons: Record<Tone, LucideIcon> = {
  neutral: CircleDashed,
  info: Send,
  progress: LoaderCircle,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: OctagonX,
  emergency: Siren,
};

/** A state as icon and word, never by colour alone. An adjective; never a link. */
export function Badge({ tone, label }: { tone: Tone; label: string }) {
  const Icon = toneIcons[tone];
  return (
    <span className={`badge tone-${tone}`}>
      <Icon aria-hidden="true" />
      {label}
    </span>
  );
}

export type StatusLook = Readonly<Record<string, { label: string; tone: Tone }>>;

/**
 * The badge of a record's status, from its lifecycle's `statuses`; an unknown status shows its own
 * name.
 */
export function StatusBadge({ statuses, status }: { statuses: StatusLook; status: string }) {
  const look = statuses[status] ?? { label: status, tone: "neutral" as const };
  return <Badge tone={look.tone} label={look.label} />;
}
