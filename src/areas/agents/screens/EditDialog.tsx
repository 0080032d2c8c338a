import { TextArea, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { AgentFindingDetail } from "../finding/finding.model.ts";

/** From so many characters on a value is written on several lines. */
const longer = 80;

/** What is proposed, with its values to be corrected before it is accepted. */
export function EditDialog({
  finding,
  onClose,
}: {
  finding: AgentFindingDetail;
  onClose: () => void;
}) {
  const changes = (finding.proposal?.changes ?? []).filter(({ path }) => path !== null);
  const edited = (values: Record<string, string>) =>
    changes.flatMap(({ path, to }, at) => {
      const value = values[`value${at}`]?.trim() ?? to;
      return value === to ? [] : [{ path: path!, value }];
    });
  return (
    <PostDialog<Record<string, string>>
      title={finding.proposal?.label ?? "Change it first"}
      description="Correct what is proposed; it is done in your name when you accept."
      path={`/api/v1/agent-findings/${finding.id}/actions/accept`}
      submit="Accept"
      version={finding.version}
      nouns={["agent-findings", "invoices"]}
      values={Object.fromEntries(changes.map(({ to }, at) => [`value${at}`, to]))}
      bodyOf={(values) => ({ edits: edited(values) })}
      onClose={onClose}
    >
      {changes.map(({ path, label, from, to }, at) => {
        const field = { name: `value${at}`, label, required: true, hint: from && `Now: ${from}` };
        return to.length > longer ? (
          <TextArea key={path} {...field} rows={4} />
        ) : (
          <TextField key={path} {...field} />
        );
      })}
    </PostDialog>
  );
}
