import { useState } from "react";
import { counted } from "#kernel/words.ts";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { RadioGroup } from "#web/kit/form/fields.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { useWatch } from "react-hook-form";
import { approvableTypes } from "./policy.labels.ts";
import type { Policy } from "./policy.model.ts";
import { conditionInWords, stagesOf, stepInWords, type Names } from "./policy-words.labels.ts";
import { agencySizes, missingOf, type AgencySize } from "./starting-sets.data.ts";
import { policiesPath } from "./usePolicies.ts";

const nobody: Names = { department: new Map(), fund: new Map(), person: new Map() };

/** The policies that a press would put in force, each in words. */
function InWords({ covered }: { covered: ReadonlySet<string> }) {
  const size = useWatch<{ size: AgencySize }>({ name: "size" }) as AgencySize;
  const policies = missingOf(size, covered);
  return (
    <section className="grid gap-2" aria-label="What it puts in force">
      <p className="font-medium">{counted(policies.length, "policy", "policies")}</p>
      <ul
        className="max-h-72 divide-y divide-hair overflow-y-auto rounded border border-hair"
        tabIndex={0}
      >
        {policies.map((policy) => (
          <li key={policy.name} className="grid gap-0.5 px-3 py-2">
            <span>
              <b className="font-medium">{policy.name}</b>{" "}
              <span className="text-13 text-t3">{approvableTypes[policy.documentType]}</span>
            </span>
            <span className="text-13 text-t2">
              {conditionInWords(policy.condition, nobody)}.{" "}
              {stagesOf(policy.steps)
                .map((steps) => steps.map((step) => stepInWords(step, nobody)).join(" · "))
                .join(" → ")}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Puts a set of policies in force by the size of the agency, for the kinds that have none. */
export function StartingSetDialog({
  policies,
  onClose,
}: {
  policies: readonly Policy[];
  onClose: () => void;
}) {
  const send = useMutationAction<{ published: number }>("approval-policies", "administration");
  const [covered] = useState(
    () =>
      new Set(
        policies.flatMap((each) => (each.status === "published" ? [each.documentType] : [])),
      ) as ReadonlySet<string>,
  );
  const submit = async ({ size }: { size: AgencySize }) => {
    const { published } = await send.mutateAsync({
      path: `${policiesPath}/actions/begin`,
      body: { size },
    });
    notify.done(`${counted(published, "policy", "policies")} in force`, "Change any of them here.");
    onClose();
  };
  return (
    <FormDialog<{ size: AgencySize }>
      title="Begin with a starting set"
      description="A policy for every kind of document that has none. Nobody decides what they asked for: each needs a second person. Every policy can be changed afterwards."
      className="dialog dialog-wide"
      defaultValues={{ size: "small" }}
      submitLabel="Put them in force"
      onSubmit={submit}
      onClose={onClose}
    >
      <RadioGroup
        name="size"
        label="Size of the agency"
        required
        options={Object.entries(agencySizes).map(([value, { label, about }]) => ({
          value,
          label,
          hint: about,
        }))}
      />
      <InWords covered={covered} />
    </FormDialog>
  );
}
