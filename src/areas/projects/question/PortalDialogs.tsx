import { SelectField, TextArea } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { ContractorProject, ContractorQuestion } from "./contractor.model.ts";
import { actLabels, type ContractorAct } from "./acts.ts";
import { AskedFields } from "./RfiFields.tsx";

const nouns = ["vendor-projects", "vendor-overview"] as const;

type Asked = {
  contractId: string;
  title: string;
  question: string;
  reference: string;
  place: string;
  proposedAnswer: string;
  costImpact: string;
  costCents: number | null;
  timeImpact: string;
  timeDays: string;
};

/** The contractor asks a question about its work. */
export function AskDialog({
  project: p,
  onClose,
}: {
  project: ContractorProject;
  onClose: () => void;
}) {
  return (
    <PostDialog<Asked>
      title="Ask a question"
      description="The agency gets it at once, with a number and a day. You keep a copy by letter."
      path={`/api/v1/vendor-projects/${p.orgId}/${p.id}/rfis`}
      submit="Send the question"
      values={{
        contractId: p.contracts[0]?.id ?? "",
        title: "",
        question: "",
        reference: "",
        place: "",
        proposedAnswer: "",
        costImpact: "unknown",
        costCents: null,
        timeImpact: "unknown",
        timeDays: "",
      }}
      nouns={nouns}
      bodyOf={({ timeDays, costCents, ...asked }) => ({
        ...asked,
        costCents: asked.costImpact === "yes" ? costCents : null,
        timeDays: asked.timeImpact === "yes" && timeDays.trim() ? Number(timeDays) : null,
      })}
      onClose={onClose}
    >
      {p.contracts.length > 1 && (
        <SelectField
          name="contractId"
          label="Contract"
          required
          options={p.contracts.map((c) => ({ value: c.id, label: `${c.number} ${c.title}` }))}
        />
      )}
      <AskedFields />
    </PostDialog>
  );
}

/** The contractor's words of a step. */
export function SayDialog({
  of: { orgId, q, act },
  onClose,
}: {
  of: { orgId: string; q: ContractorQuestion; act: ContractorAct };
  onClose: () => void;
}) {
  return (
    <PostDialog<{ says: string }>
      title={`${actLabels[act]}: ${q.number}`}
      path={`/api/v1/vendor-rfis/${orgId}/${q.id}/actions/${act}`}
      submit="Send"
      values={{ says: "" }}
      nouns={nouns}
      version={q.version}
      onClose={onClose}
    >
      <TextArea
        name="says"
        label={act === "reopen" ? "What is not answered" : "In your words"}
        required={act !== "close"}
        rows={5}
        maxLength={2000}
      />
    </PostDialog>
  );
}
