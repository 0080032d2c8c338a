import { useQueryClient } from "@tanstack/react-query";
import { GitCompareArrows } from "lucide-react";
import { useEffect, useRef } from "react";
import { counted } from "#kernel/words.ts";
import type { ApiProblem } from "../api.ts";
import type { Difference } from "../form/merge.ts";
import { invalidateNoun } from "../queries.ts";

const show = (value: unknown): string => {
  if (value === null || value === undefined || value === "") return "—";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (!Array.isArray(value))
    return typeof value === "object" ? JSON.stringify(value) : String(value);
  return value.length === 0
    ? "—"
    : value.some((each) => typeof each === "object")
      ? counted(value.length, "entry", "entries")
      : value.join(", ");
};

function Values({ differing }: { differing: readonly Difference[] }) {
  return (
    <table className="conflict-values">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Yours</th>
          <th scope="col">Now</th>
        </tr>
      </thead>
      <tbody>
        {differing.map(({ field, mine, theirs, untouched }) => (
          <tr key={field}>
            <th scope="row">{field}</th>
            <td>
              {show(mine)}
              {untouched && <small className="block text-t2">as you opened it</small>}
            </td>
            <td>{show(theirs)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type ConflictNoticeProps = {
  problem: ApiProblem;
  /** What is read anew when the notice is left; null when a form has read it already. */
  noun: string | null;
  differing?: readonly Difference[];
  onClose: () => void;
  /**
   * In a form: what was typed stays; saving again puts it over the newest state. Its number of
   * tries brings the notice into view.
   */
  keeps?: number;
  onTheirs?: (() => void) | undefined;
};

/**
 * Someone else changed the record in between (409, 412): what the server says, both values where
 * they differ, and a way to the newest state.
 */
export function ConflictNotice({
  problem,
  noun,
  differing = [],
  onClose,
  keeps,
  onTheirs,
}: ConflictNoticeProps) {
  const client = useQueryClient();
  const place = useRef<HTMLDivElement>(null);
  const leave = () => (noun ? void invalidateNoun(client, noun).then(onClose) : onClose());
  useEffect(() => {
    if (keeps) place.current?.focus();
  }, [keeps]);
  return (
    <div
      className="notice tone-warning mt-3 text-left"
      role="alert"
      ref={place}
      tabIndex={keeps ? -1 : undefined}
    >
      <GitCompareArrows aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <strong>
          {problem.status === 412 ? "This record has changed" : "Not possible in this state"}
        </strong>
        <p>{problem.detail}</p>
        {differing.length > 0 && <Values differing={differing} />}
        {differing.some((each) => each.untouched) && (
          <p className="mt-2">What you did not change is taken as it is now.</p>
        )}
        <div className="mt-2 flex flex-wrap gap-2">
          <button type="button" className="btn btn-small" onClick={leave}>
            {keeps
              ? "Keep mine and go on"
              : problem.status === 412
                ? "Show the newest state"
                : "Close"}
          </button>
          {onTheirs && (
            <button type="button" className="btn btn-small" onClick={onTheirs}>
              Take theirs
            </button>
          )}
        </div>
      </div>
    </div>
  );
}
