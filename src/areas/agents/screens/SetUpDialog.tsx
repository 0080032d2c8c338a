import { inSentence } from "#kernel/words.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { CheckboxField, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { AgentRow } from "../agent/agent.model.ts";

type Member = { id: string; name: string; email: string };
type Values = { paused: boolean; dailyFor: string | null; floorPercent: string };

/** How an agency lets one agent work. */
export function SetUpDialog({ agent, onClose }: { agent: AgentRow; onClose: () => void }) {
  return (
    <PostDialog<Values>
      title={`Set up the ${inSentence(agent.name)}`}
      path={`/api/v1/agents/${agent.id}/setting`}
      method="PUT"
      submit="Save"
      version={agent.settingVersion}
      nouns={["agent-findings"]}
      values={{
        paused: agent.paused,
        dailyFor: agent.dailyFor,
        floorPercent: String(agent.floorPercent),
      }}
      bodyOf={({ paused, dailyFor, floorPercent }) => ({
        paused,
        dailyFor: dailyFor || null,
        floorPercent: Number(floorPercent) || 0,
      })}
      onClose={onClose}
    >
      <CheckboxField
        name="paused"
        label="Paused"
        hint="It does not read, by the clock or by hand; what it found stays."
      />
      <Combobox<Member>
        name="dailyFor"
        label="Reads each morning in the name of"
        path="/api/v1/members"
        query="active=true"
        itemLabel={(member) => member.name}
        itemHint={(member) => member.email}
        currentLabel={agent.dailyName || null}
        hint="It reads what this person may read. Nobody: it reads when asked."
      />
      <TextField
        name="floorPercent"
        label="Pauses below, percent right"
        hint="Of its labelled cases; 0 never pauses it."
      />
    </PostDialog>
  );
}
