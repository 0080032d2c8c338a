import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Finding } from "#web/kit/Finding.tsx";
import { Held } from "#web/kit/Held.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Progress } from "#web/kit/Progress.tsx";
import { useGet } from "#web/kit/queries.ts";
import type { ClauseRow, StandardRow } from "../standard/standard.model.ts";
import { ClausePanel } from "./ClausePanel.tsx";

const TakeDialog = dialogOnDemand(async () => (await import("./TakeDialog.tsx")).TakeDialog);

const levelsOf = (clauses: readonly ClauseRow[]): Map<string, number> => {
  const levels = new Map<string, number>();
  for (const { id, parentId } of clauses)
    levels.set(id, parentId === null ? 0 : (levels.get(parentId) ?? 0) + 1);
  return levels;
};
const indents = ["", "pl-4", "pl-8", "pl-12", "pl-16"] as const;

function Tree({
  standardId,
  chosen,
  choose,
}: {
  standardId: string;
  chosen: string | null;
  choose: (id: string) => void;
}) {
  const { data } = useGet<{ items: ClauseRow[] }>(
    "standards",
    `/api/v1/standards/${standardId}/clauses`,
  );
  const items = data?.items ?? [];
  const levels = levelsOf(items);
  return (
    <ul
      className="grid max-h-[70vh] content-start gap-1 overflow-auto"
      aria-label="Clauses"
      tabIndex={0}
    >
      {items.map((clause) => (
        <li key={clause.id} className={indents[Math.min(4, levels.get(clause.id) ?? 0)]}>
          <button
            type="button"
            className={`flex w-full items-baseline gap-2 rounded px-2 py-1 text-left hover:bg-s2 ${clause.id === chosen ? "bg-s2" : ""}`}
            aria-pressed={clause.id === chosen}
            onClick={() => choose(clause.id)}
          >
            <span className="mono text-link">{clause.number}</span>
            <span className="mr-auto">
              {clause.title}
              {clause.withdrawn && <span className="text-t3"> (withdrawn)</span>}
            </span>
            {clause.kind === "clause" && !clause.withdrawn && (
              <span
                className={`shrink-0 text-13 ${clause.ties === 0 ? "text-warning" : "text-t2"}`}
              >
                {clause.ties === 0 ? "no proof" : counted(clause.ties, "proof")}
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}

const saidOf = (standards: readonly StandardRow[]): string => {
  const bare = standards.reduce((sum, standard) => sum + standard.bare, 0);
  const all = standards.reduce((sum, standard) => sum + standard.assessable, 0);
  return bare === 0
    ? "Something proves every clause"
    : `Nothing proves ${bare} of ${counted(all, "clause")}`;
};

function Standard({ of }: { of: StandardRow }) {
  const { timeZone } = useAgency();
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <section className="grid gap-3">
      <h2>
        {of.name}, {of.edition}
      </h2>
      <p className="text-t2">
        {of.source.replace(/\.$/, "")}. Taken in {formatInstant(of.takenAt, timeZone)}.
        {of.report.withdrawn > 0 &&
          ` ${counted(of.report.withdrawn, "clause is", "clauses are")} withdrawn.`}
        {of.report.unknown.length > 0 && ` Not understood: ${of.report.unknown.join("; ")}.`}
      </p>
      <Progress
        label={`${of.assessable - of.bare} of ${of.assessable} clauses have a proof`}
        value={of.assessable - of.bare}
        max={Math.max(1, of.assessable)}
      />
      <div className="grid gap-4 lg:grid-cols-2">
        <Tree standardId={of.id} chosen={chosen} choose={setChosen} />
        {chosen ? (
          <ClausePanel key={chosen} id={chosen} />
        ) : (
          <p className="text-t2">Choose a clause: what proves it stands here.</p>
        )}
      </div>
    </section>
  );
}

/** Standards as trees of clauses; beside the chosen one what proves it, and how old that is. */
export default function StandardsPage() {
  const [taking, setTaking] = useState(false);
  const [which, setWhich] = useState("");
  const { data } = useGet<{ items: StandardRow[] }>("standards", "/api/v1/standards");
  const standards = data?.items ?? [];
  const shown = standards.find(({ id }) => id === which) ?? standards[0];
  return (
    <div className="stack">
      <div className="list-head !mb-0">
        <h1>Standards</h1>
        <Held permission="standards.write" what="Take in standards">
          <button type="button" className="btn btn-primary" onClick={() => setTaking(true)}>
            Take in a standard
          </button>
        </Held>
      </div>
      {data && (
        <Finding
          parts={standards.length > 0 ? [{ text: saidOf(standards) }] : []}
          none="No standard is here yet. Two come with the product: the Green Book's principles and 2 CFR 200 subpart D."
        />
      )}
      {standards.length > 1 && (
        <label className="field max-w-md">
          <span className="field-label">Standard</span>
          <select
            className="field-control"
            value={shown?.id}
            onChange={(event) => setWhich(event.target.value)}
          >
            {standards.map(({ id, name, edition }) => (
              <option key={id} value={id}>
                {name}, {edition}
              </option>
            ))}
          </select>
        </label>
      )}
      {shown && <Standard key={shown.id} of={shown} />}
      {taking && <TakeDialog onClose={() => setTaking(false)} />}
    </div>
  );
}
