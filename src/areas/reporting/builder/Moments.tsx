import { useState } from "react";
import type { Day } from "#kernel/time.ts";
import { isDate } from "#kernel/time.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import type { FactRow } from "../figure/figure.model.ts";
import { momentWords } from "../figure/period.labels.ts";
import type { Asked } from "./address.ts";
import { Part } from "./Part.tsx";

type Chosen = { posted?: string | undefined; known?: string | undefined };

function Days({ asked, change }: { asked: Asked; change: (next: Chosen) => void }) {
  const [days, setDays] = useState({
    posted: asked.posted ?? "",
    known: asked.known && isDate(asked.known) ? asked.known : "",
  });
  return (
    <form
      className="stack text-13"
      onSubmit={(event) => {
        event.preventDefault();
        change({ posted: days.posted || undefined, known: days.known || undefined });
      }}
    >
      <label className="field">
        Posted until
        <input
          type="date"
          className="field-control"
          value={days.posted}
          onChange={(event) => setDays({ ...days, posted: event.target.value })}
        />
        <span className="text-12 text-t3">Entries count by their posting date.</span>
      </label>
      <label className="field">
        As known on
        <input
          type="date"
          className="field-control"
          value={days.known}
          onChange={(event) => setDays({ ...days, known: event.target.value })}
        />
        <span className="text-12 text-t3">
          What was recorded by the end of this day; what was entered later does not count.
        </span>
      </label>
      <div className="flex flex-wrap gap-2">
        <button type="submit" className="btn">
          As of then
        </button>
        {(asked.posted || asked.known) && (
          <button
            type="button"
            className="btn"
            onClick={() => change({ posted: undefined, known: undefined })}
          >
            As of now
          </button>
        )}
      </div>
    </form>
  );
}

/** The two moments of a question; of figures whose records change in place it says so. */
export function Moments({
  facts,
  asked,
  change,
}: {
  facts: readonly FactRow[];
  asked: Asked;
  change: (next: Partial<Asked>) => void;
}) {
  const { timeZone } = useAgency();
  const nowOnly = facts.filter((fact) => !fact.asOf).map((fact) => fact.label);
  const named = Boolean(asked.posted || asked.known);
  const set = ({ posted, known }: Chosen) =>
    change({ posted: posted as Day | undefined, known } as Partial<Asked>);
  return (
    <Part label="As of" shown={named ? momentWords(asked, timeZone) : "as of now"}>
      {nowOnly.length > 0 && (
        <p className="mb-2 max-w-72 text-13 text-t2">
          Known as of now only, for their records change in place: {nowOnly.join(", ")}.
        </p>
      )}
      {(nowOnly.length === 0 || named) && (
        <Days key={`${asked.posted}${asked.known}`} asked={asked} change={set} />
      )}
    </Part>
  );
}
