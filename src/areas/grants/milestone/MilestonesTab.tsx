import { MilestoneTable } from "./MilestoneTable.tsx";

/** Milestones of all awards. */
export default function MilestonesTab() {
  return (
    <div className="stack">
      <h1>Milestones</h1>
      <MilestoneTable />
    </div>
  );
}
