import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { TextArea } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { MatchingPage } from "./matching.model.ts";

type Props = { line: MatchingPage["lines"][number]; onClose: () => void };

/** Says in words what a line is that nothing in the books stands for. */
export function NameLine({ line, onClose }: Props) {
  return (
    <PostDialog
      title="Name the line"
      description={`${line.text || "No text"}, ${formatDate(line.onDay)}, ${formatCents(line.cents)}. What is open of it is matched with your words; no payment is cleared by it.`}
      path={`/api/v1/bank-lines/${line.id}/actions/match`}
      submit="Match with these words"
      values={{ kind: "named", reason: line.alarm ? `${line.alarm.reason} ` : "" }}
      nouns={["bank-matching", "bank-matches", "bank-standing"]}
      onClose={onClose}
    >
      <TextArea name="reason" label="What it is" maxLength={500} required />
    </PostDialog>
  );
}
