import { HardDrive } from "lucide-react";
import { useRef, useState, type ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { useNavigate } from "react-router";
import { timeAgo } from "#kernel/dates.ts";
import { instantAt } from "#kernel/time.ts";
import type { FieldProblem } from "#web/kit/api.ts";
import { useNow } from "#web/kit/now.ts";
import { RecordSkeleton } from "#web/kit/states.tsx";
import type { CaptureEnvelope } from "../../capture/envelope.ts";
import { record } from "../../store/doing.ts";
import { dropDraft } from "../../store/drafts.ts";
import { isFull } from "../../store/rows.ts";
import { fieldNow } from "../../store/state.ts";
import { FieldForm, Wrong } from "./FieldForm.tsx";
import { Photos } from "./Photos.tsx";
import { pauseKeeping, SealedDraft, useOpenedDraft } from "./SealedDraft.tsx";
import { placeSaid, usePlace, type PlaceNow } from "./usePlace.ts";

/** What is recorded, beside what is typed. */
export interface Subject {
  kind: string;
  /** What the outbox calls it. */
  title: string;
  record: CaptureEnvelope["record"];
  seen: Record<string, unknown>;
}

/** What the outbox says of the capture that was saved a moment ago. */
export interface SavedHere {
  savedHere: string;
}

/** The name of the draft of a subject; `of` where several new ones are told apart. */
export const draftOf = ({ kind, record: about }: Subject, of = "new"): string =>
  `${kind}:${about?.id ?? of}`;

const full = "This device has no room left. Send what waits, or clear something else from it.";

/**
 * Saves on this device, says so, and shows the outbox. A form saves once, also where a slow device is
 * pressed again before the outbox is drawn: `onSaved` draws it anew.
 */
export const useSave = (subject: Subject, draft: string, at: PlaceNow, onSaved: () => void) => {
  const navigate = useNavigate();
  const saved = useRef(false);
  return async (values: Record<string, unknown>, seen = subject.seen): Promise<void> => {
    if (saved.current) return;
    let number: number;
    const keepOn = pauseKeeping(draft);
    try {
      ({ number } = await record({
        ...subject,
        ...{ values, seen, draft, place: at.place, withoutPlace: at.without },
      }));
      saved.current = true;
    } catch (error) {
      keepOn();
      throw isFull(error) ? new Error(full) : error;
    }
    const said: SavedHere = { savedHere: `${subject.title} is number ${number}.` };
    void navigate("/mobile-field-operations?tab=outbox", { state: said });
    onSaved();
  };
};

function DraftNotice({ at, draft }: { at: number; draft: string }) {
  const navigate = useNavigate();
  const now = useNow();
  const discard = async () => {
    const { open } = fieldNow();
    if (open) await dropDraft(open, draft);
    void navigate("/mobile-field-operations?tab=capture");
  };
  return (
    <div className="notice tone-info" role="status">
      <HardDrive aria-hidden="true" />
      <p>
        What you typed {timeAgo(instantAt(at), now)} is back.{" "}
        <button type="button" className="underline" onClick={() => void discard()}>
          Discard it
        </button>
      </p>
    </div>
  );
}

interface CaptureFormProps<V extends FieldValues> {
  subject: Subject;
  /** Tells drafts of new things apart. */
  draftName?: string;
  blank: V;
  /** What was seen, where that depends on what is recorded. */
  seenOf?: (values: V) => Record<string, unknown>;
  toValues: (values: V) => Record<string, unknown>;
  /** What is missing, before it is saved; `placed`: the device knows where it is. */
  wrong?: (values: V, placed: boolean) => readonly FieldProblem[];
  photosHint?: string;
  children: ReactNode;
}

function OneForm<V extends FieldValues>({
  subject,
  draftName,
  blank,
  seenOf,
  toValues,
  wrong,
  photosHint,
  onSaved,
  children,
}: CaptureFormProps<V> & { onSaved: () => void }) {
  const draft = draftOf(subject, draftName);
  const found = useOpenedDraft(draft);
  const at = usePlace();
  const save = useSave(subject, draft, at, onSaved);
  if (found === undefined) return <RecordSkeleton />;
  const submit = async (values: V) => {
    const problems = wrong?.(values, at.place !== null) ?? [];
    if (problems.length > 0) throw new Wrong(problems);
    await save(toValues(values), seenOf?.(values));
  };
  return (
    <>
      {found && <DraftNotice at={found.at} draft={draft} />}
      <FieldForm<V>
        defaultValues={{ ...blank, ...found?.values } as never}
        submitLabel="Save on this device"
        onSubmit={submit}
        foot={<p className="text-13 text-t3">{placeSaid(at)}</p>}
      >
        <SealedDraft draft={draft} />
        {children}
        <Photos draft={draft} {...(photosHint && { hint: photosHint })} />
      </FieldForm>
    </>
  );
}

/**
 * A form of one kind of capture: keeps what is typed sealed within a second, takes photos and the place,
 * and commits on *Save on this device*; then it is drawn anew.
 */
export function CaptureForm<V extends FieldValues>(props: CaptureFormProps<V>) {
  const [round, setRound] = useState(0);
  return <OneForm<V> key={round} {...props} onSaved={() => setRound((old) => old + 1)} />;
}
