import { SelectField, TextArea } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { dismissedFor } from "../finding/finding.labels.ts";
import type { AgentFindingDetail } from "../finding/finding.model.ts";

const options = Object.entries(dismissedFor).map(([value, label]) => ({ value, label }));

/** Why a finding goes away: it is said again only when something about it changes. */
export function DismissDialog({
  finding,
  onClose,
}: {
  finding: Pick<AgentFindingDetail, "id" | "version">;
  onClose: () => void;
}) {
  return (
    <PostDialog<{ dismissedFor: string; reason: string }>
      title="Dismiss the finding"
      description="It is said again only when something about it changes. What is wrong counts against the agent."
      path={`/api/v1/agent-findings/${finding.id}/actions/dismiss`}
      submit="Dismiss"
      version={finding.version}
      nouns={["agent-findings", "copilot"]}
      values={{ dismissedFor: "", reason: "" }}
      onClose={onClose}
    >
      <SelectField name="dismissedFor" label="Cause" options={options} required />
      <TextArea name="reason" label="In your words" rows={3} maxLength={1000} />
    </PostDialog>
  );
}
