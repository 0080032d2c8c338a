import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { MoreRows } from "#web/kit/MoreRows.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { Moment } from "../moment.model.ts";
import { leadingDay } from "#kernel/time.ts";
import { causes } from "./proposal.labels.ts";
import type { Choice } from "./merge.model.ts";
import type { ProposalChange, ProposalDetail, ProposalDifference } from "./proposal.model.ts";

const step = 100;
const said = (at: Moment): string => `${formatDate(leadingDay(at)!)} ${at.slice(11)}`;
const whatLabels = { new: "New", gone: "Gone", changed: "Changed" } as const;

/** Sends what counts of one task, or of all. */
const useDeciding = (p: ProposalDetail) => {
  const act = useMutationAction("schedule-proposals");
  return (of: "tasks" | "dates", choices: Record<string, Choice>) => {
    void act
      .mutateAsync({
        path: `/api/v1/schedule-proposals/${p.id}/actions/decide`,
        body: { [of]: choices },
        version: p.version,
      })
      .catch((error: unknown) => notify.failed("It was not decided", error));
  };
};

type ChooseProps = {
  label: string;
  value: Choice;
  off: string | null;
  names: readonly [theirs: string, ours: string];
  onChoose: (choice: Choice) => void;
};

function Choose({ label, value, off, names: [theirs, ours], onChoose }: ChooseProps) {
  if (off !== null) return <span className="text-t2">{off}</span>;
  return (
    <select
      className="field-control"
      aria-label={label}
      value={value}
      onChange={(event) => onChoose(event.target.value as Choice)}
    >
      <option value="theirs">{theirs}</option>
      <option value="ours">{ours}</option>
    </select>
  );
}

type All = { text: string; choice: Choice };
function ChooseAll({ all, onAll }: { all: readonly All[]; onAll: (choice: Choice) => void }) {
  return (
    <span className="flex flex-wrap gap-2">
      {all.map(({ text, choice }) => (
        <button key={choice} type="button" className="btn btn-small" onClick={() => onAll(choice)}>
          {text}
        </button>
      ))}
    </span>
  );
}

const isOpen = (p: ProposalDetail): boolean =>
  p.status === "compared" && p.actions.some(({ name }) => name === "accept");

/** Tasks that stand elsewhere than in the file, with why, and whose date counts. */
export function Differences({ proposal: p }: { proposal: ProposalDetail }) {
  const [shown, setShown] = useState(step);
  const decide = useDeciding(p);
  const open = isOpen(p);
  const offOf = (d: ProposalDifference): string | null => {
    if (!open) return d.choice === "theirs" ? "The file's" : "Ours";
    return d.canKeep ? null : "Ours";
  };
  const parts: readonly LinePart<ProposalDifference>[] = [
    { label: "Task", as: "title", cell: (d) => `${d.code} ${d.name}` },
    { label: "The file's finish", cell: (d) => said(d.theirs.finish) },
    { label: "Our finish", cell: (d) => said(d.ours.finish) },
    { label: "Cause", cell: (d) => causes[d.cause] },
    { label: "Why", words: true, cell: (d) => d.says },
    {
      label: "Date that counts",
      cell: (d) => (
        <Choose
          label={`Date of ${d.code} ${d.name} that counts`}
          value={d.choice}
          off={offOf(d)}
          names={["The file's", "Ours"]}
          onChoose={(choice) => decide("dates", { [d.uid]: choice })}
        />
      ),
    },
  ];
  if (p.differences.length === 0) return null;
  const kept = p.differences.filter(({ canKeep }) => canKeep);
  const all = (choice: Choice) =>
    decide("dates", Object.fromEntries(kept.map(({ uid }) => [uid, choice])));
  return (
    <section className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="mr-auto">Other dates than in the file</h2>
        {open && kept.length > 0 && (
          <ChooseAll
            all={[
              { text: "Keep all of the file's", choice: "theirs" },
              { text: "Keep all of ours", choice: "ours" },
            ]}
            onAll={all}
          />
        )}
      </div>
      <LineTable
        label="Tasks with other dates than in the file"
        parts={parts}
        lines={p.differences.slice(0, shown)}
        keyOf={({ uid }) => uid}
      />
      <MoreRows
        shown={Math.min(shown, p.differences.length)}
        total={p.differences.length}
        most={p.differences.length}
        order="in the file's order"
        busy={false}
        onMore={() => setShown(shown + step)}
      />
    </section>
  );
}

const fieldsOf = ({ fields, days }: ProposalChange): string =>
  [
    ...fields.map(({ field, was, is }) => `${field}: ${was} → ${is}`),
    ...(days === null || days === 0
      ? []
      : [`finish ${Math.abs(days)} days ${days > 0 ? "later" : "earlier"}`]),
  ].join("; ");

/** What the file changes of the schedule, and what of it is taken. */
export function Changes({ proposal: p }: { proposal: ProposalDetail }) {
  const [shown, setShown] = useState(step);
  const decide = useDeciding(p);
  const open = isOpen(p);
  if (p.changes.length === 0) return null;
  const parts: readonly LinePart<ProposalChange>[] = [
    { label: "Task", as: "title", cell: (c) => `${c.code} ${c.name}` },
    { label: "What", cell: (c) => whatLabels[c.what] },
    { label: "Fields", words: true, cell: fieldsOf },
    {
      label: "Taken",
      cell: (c) => (
        <Choose
          label={`What of ${c.code} ${c.name} is taken`}
          value={c.choice}
          off={open ? null : c.choice === "theirs" ? "Taken" : "Stays ours"}
          names={["Take it", "Stays ours"]}
          onChoose={(choice) => decide("tasks", { [c.code]: choice })}
        />
      ),
    },
  ];
  const all = (choice: Choice) =>
    decide("tasks", Object.fromEntries(p.changes.map((each) => [each.code, choice])));
  return (
    <section className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="mr-auto">What it changes of the schedule</h2>
        {open && (
          <ChooseAll
            all={[
              { text: "Take all", choice: "theirs" },
              { text: "All stay ours", choice: "ours" },
            ]}
            onAll={all}
          />
        )}
      </div>
      <LineTable
        label="What the file changes"
        parts={parts}
        lines={p.changes.slice(0, shown)}
        keyOf={({ code, what }) => `${what} ${code}`}
      />
      <MoreRows
        shown={Math.min(shown, p.changes.length)}
        total={p.changes.length}
        most={p.changes.length}
        order="in the file's order"
        busy={false}
        onMore={() => setShown(shown + step)}
      />
    </section>
  );
}
