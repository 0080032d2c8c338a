import { HardDrive } from "lucide-react";
import { Link, useLocation } from "react-router";
import { formatInstant } from "#kernel/dates.ts";
import type { Instant } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import type { Tone } from "#kernel/lifecycle.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { EmptyState, Panel } from "#web/kit/states.tsx";
import { rememberOrigin } from "#web/shell/guard.ts";
import type { OutboxEntry } from "../../store/outbox.ts";
import { sendNow } from "../../store/going.ts";
import type { FieldNow } from "../../store/state.ts";
import type { SavedHere } from "./CaptureForm.tsx";
import { inConflict, signInSaid } from "./said.ts";
import { useField } from "./useField.ts";
import { useOnline } from "./useOnline.ts";

type Group = "waiting" | "sending" | "sent" | "conflict";

/** Where an entry of the outbox stands, as whoever recorded it sees it. */
const groupOf = ({ row }: OutboxEntry, sending: boolean): Group => {
  if (inConflict(row.state)) return "conflict";
  if (row.state === "waiting" || row.photosWaiting > 0) return sending ? "sending" : "waiting";
  return "sent";
};

const looks: Readonly<Record<string, { tone: Tone; label: string }>> = {
  waiting: { tone: "info", label: "Waiting" },
  received: { tone: "progress", label: "Received" },
  applied: { tone: "success", label: "Applied" },
  in_review: { tone: "warning", label: "In review" },
  superseded: { tone: "neutral", label: "Superseded" },
  set_aside: { tone: "neutral", label: "Set aside" },
  refused: { tone: "danger", label: "Refused" },
};

const photosSaid = ({ row, kept, reply }: OutboxEntry): string | null => {
  const wanted = kept.envelope.photos.length;
  if (wanted === 0) return null;
  if (row.photosWaiting === 0) return counted(wanted, "photo");
  const word = row.state === "waiting" ? "saved" : "received";
  return `${word}, ${reply?.photosReceived ?? 0} of ${counted(wanted, "photo")} sent`;
};

function Entry({ entry, zone }: { entry: OutboxEntry; zone: string }) {
  const { row, kept, reply } = entry;
  const said = [
    `Number ${row.number}`,
    formatInstant(kept.envelope.at as Instant, zone),
    photosSaid(entry),
  ].filter(Boolean);
  const look = looks[row.state] ?? looks["waiting"]!;
  return (
    <li className="field-line">
      <span className="field-line-title">{kept.title}</span>
      <span className="text-13 text-t3">{said.join(" · ")}</span>
      <span className="flex flex-wrap items-center gap-2">
        <Badge {...look} />
        {reply?.message && <span className="text-13 text-t2">{reply.message}</span>}
        {reply?.id && row.state === "in_review" && (
          <Link className="text-13" to={`/mobile-field-operations?tab=outbox&capture=${reply.id}`}>
            Compare and correct
          </Link>
        )}
      </span>
    </li>
  );
}

function Entries({
  title,
  entries,
  zone,
}: {
  title: string;
  entries: readonly OutboxEntry[];
  zone: string;
}) {
  if (entries.length === 0) return null;
  return (
    <Panel title={title} aside={entries.length}>
      <ul className="field-lines">
        {entries.map((entry) => (
          <Entry key={entry.row.number} entry={entry} zone={zone} />
        ))}
      </ul>
    </Panel>
  );
}

const nextSaid = ({ sending, waiting }: FieldNow, online: boolean): string => {
  if (waiting === 0) return "Everything was sent.";
  if (!online) return "It is sent by itself once there is a line and this app is open.";
  if (sending.is === "sending") return "It is being sent.";
  return "It is sent by itself while this app is open.";
};

function SendLine() {
  const field = useField();
  const online = useOnline();
  const { session } = useAuth();
  return (
    <div className="flex flex-wrap items-center gap-3">
      {!session ? (
        <Link
          className="btn btn-primary field-main"
          to="/auth"
          onClick={() => rememberOrigin("/mobile-field-operations?tab=outbox")}
        >
          {signInSaid(field.waiting)}
        </Link>
      ) : (
        field.waiting > 0 && (
          <button
            type="button"
            className="btn btn-primary field-main"
            onClick={() => void sendNow()}
          >
            Send now
          </button>
        )
      )}
      <p className="text-t2">{nextSaid(field, online)}</p>
    </div>
  );
}

/** That the capture of a moment ago lies on this device. */
function SavedNotice() {
  const said = (useLocation().state as Partial<SavedHere> | null)?.savedHere;
  return said ? (
    <div className="notice tone-success" role="status">
      <HardDrive aria-hidden="true" />
      <p>Saved on this device. {said}</p>
    </div>
  ) : null;
}

/** What was recorded on this device: what waits, what is being sent, what conflicts, what was sent. */
export function OutboxTab() {
  const field = useField();
  const { outbox, open, sending, missing } = field;
  const zone = open?.owner.timeZone ?? "UTC";
  const of = (group: Group) =>
    outbox.filter((entry) => groupOf(entry, sending.is === "sending") === group);
  return (
    <div className="stack">
      <SavedNotice />
      <SendLine />
      {missing.length > 0 && (
        <p className="notice tone-danger" role="status">
          {counted(missing.length, "number")} of this device never came and{" "}
          {missing.length === 1 ? "is" : "are"} not on it any more:{" "}
          {missing.slice(0, 20).join(", ")}. Record again what stood there.
        </p>
      )}
      {outbox.length === 0 && (
        <EmptyState kind="first-use" title="Nothing was recorded here yet">
          What you record stays here until it is sent, and fourteen days more.
        </EmptyState>
      )}
      <Entries title="Conflict" entries={of("conflict")} zone={zone} />
      <Entries title="Sending" entries={of("sending")} zone={zone} />
      <Entries title="Waiting" entries={of("waiting")} zone={zone} />
      <Entries title="Sent" entries={of("sent")} zone={zone} />
    </div>
  );
}
