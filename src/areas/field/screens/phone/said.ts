import { formatDate, formatInstant, lastDayIn, timeAgo, wallClock } from "#kernel/dates.ts";
import { instantAt, type Instant } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import type { FindingPart } from "#web/kit/Finding.tsx";
import type { CaptureStanding } from "../../store/rows.ts";
import type { FieldNow } from "../../store/state.ts";

const outbox = "/mobile-field-operations?tab=outbox";

/** "3 items wait", as a part of a finding; null where nothing does. */
export const waitingSaid = (waiting: number): string | null =>
  waiting === 0 ? null : `${counted(waiting, "item")} ${waiting === 1 ? "waits" : "wait"}`;

/** "Sign in to send 7 items." */
export const signInSaid = (waiting: number): string =>
  waiting === 0 ? "Sign in to bring new work" : `Sign in to send ${counted(waiting, "item")}`;

const sendingSaid = ({ sending, waiting }: FieldNow, online: boolean): string => {
  if (!online) return "offline";
  switch (sending.is) {
    case "sending":
      return "sending";
    case "signIn":
      return signInSaid(waiting).toLowerCase();
    case "offline":
      return "the server does not answer; it is asked again by itself";
    case "refused":
      return `the server refused: ${sending.why}`;
    default:
      return "online";
  }
};

/** An administrator locked or revoked this device: no work comes to it. */
export const isStopped = ({ device }: Pick<FieldNow, "device">): boolean =>
  device?.standing === "locked" || device?.standing === "revoked";

/** "due Dec 2, 2026"; with the time where it is not due by the end of a day. */
export const dueSaid = (dueAt: Instant, zone: string): string =>
  wallClock(dueAt, zone).endsWith("T00:00")
    ? `due ${formatDate(lastDayIn(dueAt, zone))}`
    : `due ${formatInstant(dueAt, zone)}`;

/** What was sent and did not apply: whoever recorded it corrects it, or the desk settles it. */
export const inConflict = (state: CaptureStanding): boolean =>
  state === "in_review" || state === "refused";

const packetSaid = (field: FieldNow, now: number): string | null => {
  const { device, packet, readable, stage } = field;
  if (isStopped({ device })) return "no work comes to this device";
  if (!readable) return "the work on this device cannot be read until you sign in";
  // When it came lies under the key.
  if (stage === "locked") return null;
  return packet
    ? `your work came ${timeAgo(instantAt(packet.at), now)}`
    : "your work has not come yet";
};

/** The one line above the field: whether there is a line, how old the packet is, how much waits. */
export const stateSaid = (field: FieldNow, online: boolean, now: number): FindingPart[] => {
  const waits = waitingSaid(field.waiting);
  const conflicts = field.outbox.filter(({ row }) => inConflict(row.state)).length;
  const work = packetSaid(field, now);
  return [
    { text: sendingSaid(field, online) },
    ...(work ? [{ text: work }] : []),
    ...(waits ? [{ text: waits, to: outbox }] : []),
    ...(conflicts > 0
      ? [
          {
            text: `${counted(conflicts, "item")} did not apply and ${conflicts === 1 ? "needs" : "need"} you`,
            to: outbox,
          },
        ]
      : []),
    ...(!waits && conflicts === 0 ? [{ text: "nothing waits" }] : []),
    ...(field.missing.length > 0
      ? [{ text: `${counted(field.missing.length, "number")} never came`, to: outbox }]
      : []),
  ];
};
