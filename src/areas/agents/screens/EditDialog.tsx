import { groupBy } from "#kernel/group.ts";
import { SelectField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { AcceptedFinding, AgentFindingDetail } from "../finding/finding.model.ts";

/** From so many characters on a value is written on several lines. */
const longer = 80;

type Change = NonNullable<AgentFindingDetail["proposal"]>["changes"][number];

/** What stands in the proposal for a value. */
const standing = ({ value, to }: Change): string => value ?? to;

function ChangeField({ change, at }: { change: Change; at: number }) {
  const { label, from, to, choices, optional } = change;
  const field = { name: `value${at}`, label, required: !optional, hint: from && `Now: ${from}` };
  if (choices)
    return <SelectField {...field} options={choices} placeholder={optional ? "None" : "Choose"} />;
  return to.length > longer ? <TextArea {...field} rows={4} /> : <TextField {...field} />;
}

/** What is proposed, with its values to be corrected before it is accepted. */
export function EditDialog({
  finding,
  onAccepted,
  onClose,
}: {
  finding: AgentFindingDetail;
  onAccepted?: ((accepted: AcceptedFinding) => void) | undefined;
  onClose: () => void;
}) {
  const changes = (finding.proposal?.changes ?? []).filter(({ path }) => path !== null);
  const edited = (values: Record<string, string>) =>
    changes.flatMap((change, at) => {
      const stands = standing(change);
      const value = values[`value${at}`]?.trim() ?? stands;
      return value === stands ? [] : [{ path: change.path!, value }];
    });
  return (
    <PostDialog<Record<string, string>>
      title={finding.proposal?.label ?? "Change it first"}
      description="Correct what is proposed; it is done in your name when you accept."
      path={`/api/v1/agent-findings/${finding.id}/actions/accept`}
      submit="Accept"
      version={finding.version}
      nouns={["agent-findings", "invoices"]}
      values={Object.fromEntries(changes.map((change, at) => [`value${at}`, standing(change)]))}
      bodyOf={(values) => ({ edits: edited(values) })}
      onDone={(accepted) => onAccepted?.(accepted as AcceptedFinding)}
      onClose={onClose}
    >
      {[...groupBy(changes, ({ group }) => group ?? "")].map(([group, values]) =>
        group ? (
          <fieldset key={group} className="grid gap-4 md:grid-cols-3">
            <legend className="mb-2 font-semibold">{group}</legend>
            {values.map((change) => (
              <ChangeField key={change.path} change={change} at={changes.indexOf(change)} />
            ))}
          </fieldset>
        ) : (
          values.map((change) => (
            <ChangeField key={change.path} change={change} at={changes.indexOf(change)} />
          ))
        ),
      )}
    </PostDialog>
  );
}
