import { useQueryClient } from "@tanstack/react-query";
import { GitCompareArrows } from "lucide-react";
import type { ApiProblem } from "../api.ts";
import { invalidateNoun } from "../queries.ts";

type Difference = { field: string; mine: unknown; theirs: unknown };

/** The fields on which two people differ. `mine` holds what this person typed, `theirs` the record as it is now, `base` as it was opened. */
export const differences = (mine: Record<string, unknown>, theirs: Record<string, unknown>, base: Record<string, unknown>): Difference[] => Object.keys(mine)
  .filter((field) => JSON.stringify(theirs[field]) !== JSON.stringify(base[field]) && JSON.stringify(mine[field]) !== JSON.stringify(theirs[field]))
  .map((field) => ({ field, mine: mine[field], theirs: theirs[field] }));

const show = (value: unknown): string => (value === null || value === undefined || value === "" ? "—" : typeof value === "object" ? JSON.stringify(value) : String(value));

/** Someone else changed the record in between (409, 412): what the server says, both values where they differ, and a way to the newest state. */
export function ConflictNotice({ problem, noun, differing = [], onClose, keeps = false }: { problem: ApiProblem; noun: string; differing?: readonly Difference[]; onClose: () => void; /** In a form: what was typed stays; saving again puts it over the newest state. */ keeps?: boolean }) {
  const client = useQueryClient();
  const reload = () => void invalidateNoun(client, noun).then(onClose);
  return (
    <div className="notice tone-warning mt-3 text-left" role="alert">
      <GitCompareArrows aria-hidden="true" />
      <div className="flex-1">
        <strong>{problem.status === 412 ? "This record has changed" : "Not possible in this state"}</strong>
        <p>{problem.detail}</p>
        {differing.length > 0 && (
          <table className="conflict-values"><thead><tr><th scope="col">Field</th><th scope="col">Yours</th><th scope="col">Now</th></tr></thead>
            <tbody>{differing.map((difference) => <tr key={difference.field}><th scope="row">{difference.field}</th><td>{show(difference.mine)}</td><td>{show(difference.theirs)}</td></tr>)}</tbody></table>
        )}
        <div className="mt-2 flex gap-2"><button type="button" className="btn btn-small" onClick={reload}>{keeps ? "Keep mine and go on" : "Show the newest state"}</button></div>
      </div>
    </div>
  );
}
