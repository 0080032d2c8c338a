import { LineItems } from "#web/kit/form/LineItems.tsx";
import { blankIssue } from "./claimForm.ts";

/** The points of a claim in its form. */
export function IssueLines({ headed = false }: { headed?: boolean }) {
  return (
    <LineItems
      name="issues"
      label="Points"
      headed={headed}
      blank={blankIssue}
      columns={[
        { name: "title", label: "Point", kind: "text", required: true },
        { name: "claimed", label: "Claimed", kind: "money", width: "w-[150px]" },
        { name: "claimedDays", label: "Days", kind: "decimal", width: "w-[90px]" },
      ]}
    />
  );
}
