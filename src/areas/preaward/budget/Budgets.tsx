import { ApplicationTable } from "../application/ApplicationTable.tsx";

/** The tab builder: the applications by their budgets. */
export function Budgets() {
  return (
    <div className="stack">
      <h1 className="text-22 font-semibold">Grant budget builder</h1>
      <p className="text-t2">
        Each application has one budget: people by effort, equipment and supplies by the threshold
        of its start, indirect costs by rate and base, match by its source.
      </p>
      <ApplicationTable drafts />
    </div>
  );
}
