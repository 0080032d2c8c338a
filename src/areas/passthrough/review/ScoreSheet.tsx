import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { DecimalInput } from "#web/kit/form/inputs.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { TextDialog } from "#web/kit/TextDialog.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { ProgramDetail } from "../program/program.model.ts";
import type { ReviewView } from "./review.model.ts";

type Cells = Record<string, string>;
type Scored = ReviewView["applications"][number];
const keyOf = (applicationId: string, criterionId: string) => `${applicationId} ${criterionId}`;

function HandIn({
  given,
  onClose,
  onConfirm,
}: {
  given: number;
  onClose: () => void;
  onConfirm: () => void;
}) {
  return (
    <Dialog
      onClose={onClose}
      title="Submit your scores?"
      description={`${counted(given, "score")} are handed in. You cannot change them afterwards.`}
      footer={
        <>
          <button type="button" className="btn" onClick={onClose}>
            Look at them again
          </button>
          <button type="button" className="btn btn-primary" onClick={onConfirm}>
            Hand in for good
          </button>
        </>
      }
    />
  );
}

function Cell({
  label,
  most,
  value,
  disabled,
  onChange,
}: {
  label: string;
  most: number;
  value: string;
  disabled: boolean;
  onChange: (value: string) => void;
}) {
  return (
    <label className="field">
      <span className="label">
        {label} <span className="text-t3">of {most}</span>
      </span>
      <DecimalInput value={value} disabled={disabled} onChange={onChange} />
    </label>
  );
}

function ScoredPanel({
  of: a,
  view,
  interest,
  done,
  cells,
  onScore,
  onInterest,
}: {
  of: Scored;
  view: ReviewView;
  interest: string | null;
  done: boolean;
  cells: Cells;
  onScore: (key: string, score: string) => void;
  onInterest: () => void;
}) {
  return (
    <Panel
      title={
        <Link to={pathTo("programApplication", { id: a.id })}>
          {a.applicant}: {a.title}
        </Link>
      }
      aside={<span className="tabular-nums">{formatCents(a.requested)}</span>}
    >
      {interest !== null ? (
        <p className="text-t2">You have an interest here, so others score it: {interest}</p>
      ) : (
        <>
          <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {view.criteria.map((c) => (
              <Cell
                key={c.id}
                label={c.name}
                most={c.maxScore}
                disabled={done}
                value={cells[keyOf(a.id, c.id)] ?? ""}
                onChange={(score) => onScore(keyOf(a.id, c.id), score)}
              />
            ))}
          </div>
          <p className="mt-3">
            <button type="button" className="btn btn-small btn-quiet" onClick={onInterest}>
              I have an interest here
            </button>
          </p>
        </>
      )}
    </Panel>
  );
}

/** A reviewer's own scores; nobody else sees them before all are handed in. */
export function ScoreSheet({ program: p, view }: { program: ProgramDetail; view: ReviewView }) {
  const [cells, setCells] = useState<Cells>(() =>
    Object.fromEntries(view.mine.map((s) => [keyOf(s.applicationId, s.criterionId), s.score])),
  );
  const [asking, setAsking] = useState<"handIn" | "recuse" | null>(null);
  const [interest, setInterest] = useState<Scored | null>(null);
  const act = useMutationAction("grant-programs");
  const done = p.seat?.handedIn ?? false;
  const apart = new Map(view.conflicts.map((c) => [c.id, c.note]));
  const given = Object.entries(cells).filter(
    ([key, score]) => score !== "" && !apart.has(key.split(" ")[0]!),
  );
  const send = (handIn: boolean) =>
    act
      .mutateAsync({
        path: `/api/v1/grant-programs/${p.id}/scores`,
        body: {
          handIn,
          scores: given.map(([key, score]) => {
            const [applicationId, criterionId] = key.split(" ");
            return { applicationId, criterionId, score };
          }),
        },
      })
      .then(() => notify.done(handIn ? "Submitted" : "Saved", p.number))
      .catch((error: unknown) => notify.failed("Not saved", error));
  return (
    <div className="stack">
      {done && <p role="status">Your scores are handed in. They are sealed until all are.</p>}
      {view.applications.map((a) => (
        <ScoredPanel
          key={a.id}
          of={a}
          view={view}
          interest={apart.get(a.id) ?? null}
          done={done}
          cells={cells}
          onScore={(key, score) => setCells((now) => ({ ...now, [key]: score }))}
          onInterest={() => setInterest(a)}
        />
      ))}
      {!done && (
        <div className="flex flex-wrap gap-2">
          <button type="button" className="btn" onClick={() => void send(false)}>
            Save
          </button>
          <button type="button" className="btn btn-primary" onClick={() => setAsking("handIn")}>
            Hand in
          </button>
          <button type="button" className="btn" onClick={() => setAsking("recuse")}>
            Step out
          </button>
        </div>
      )}
      {asking === "handIn" && (
        <HandIn
          given={given.length}
          onClose={() => setAsking(null)}
          onConfirm={() => {
            setAsking(null);
            void send(true);
          }}
        />
      )}
      {asking === "recuse" && <RecuseDialog programId={p.id} onClose={() => setAsking(null)} />}
      {interest && (
        <InterestDialog
          programId={p.id}
          view={view}
          of={interest}
          onClose={() => setInterest(null)}
        />
      )}
    </div>
  );
}

function RecuseDialog({ programId, onClose }: { programId: string; onClose: () => void }) {
  const act = useMutationAction("grant-programs");
  return (
    <TextDialog
      title="Step out of this review"
      label="Why"
      hint="Your scores count nowhere from then on."
      confirm="Step out"
      least={5}
      onClose={onClose}
      onConfirm={(reason) => {
        onClose();
        act
          .mutateAsync({ path: `/api/v1/grant-programs/${programId}/recusal`, body: { reason } })
          .catch((error: unknown) => notify.failed("Not done", error));
      }}
    />
  );
}

/** An interest that came to mind after the declaration: it is declared again, with this one. */
function InterestDialog({
  programId,
  view,
  of,
  onClose,
}: {
  programId: string;
  view: ReviewView;
  of: Scored;
  onClose: () => void;
}) {
  const act = useMutationAction("grant-programs");
  const applications = (note: string) =>
    view.applications.map((a) => {
      const before = view.conflicts.find((c) => c.id === a.id);
      return {
        applicationId: a.id,
        conflict: a.id === of.id || before !== undefined,
        note: a.id === of.id ? note : (before?.note ?? ""),
      };
    });
  return (
    <TextDialog
      title={`An interest in ${of.applicant}`}
      label="Which interest"
      hint="Others score this application; your scores of it count nowhere. It stays."
      confirm="Declare"
      least={5}
      onClose={onClose}
      onConfirm={(note) => {
        onClose();
        act
          .mutateAsync({
            path: `/api/v1/grant-programs/${programId}/declaration`,
            body: { applications: applications(note) },
          })
          .catch((error: unknown) => notify.failed("Not declared", error));
      }}
    />
  );
}
