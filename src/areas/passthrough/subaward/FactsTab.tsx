import { useState } from "react";
import { useMutationAction } from "#web/kit/queries.ts";
import { CheckboxField, TextField } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { factCitation } from "./facts.model.ts";
import { FactsList } from "./FactsList.tsx";
import type { SubawardDetail } from "./subaward.model.ts";

type Values = { facts: Record<string, { value: string; unknown: boolean }> };

function FactsForm({ subaward: s, onDone }: { subaward: SubawardDetail; onDone: () => void }) {
  const save = useMutationAction("subawards");
  return (
    <Form<Values>
      formKey={`subaward-facts-${s.id}`}
      defaultValues={{
        facts: Object.fromEntries(
          s.facts.map((f) => [f.key, { value: f.value, unknown: !f.known }]),
        ),
      }}
      submitLabel="Save"
      wide
      onCancel={onDone}
      onSubmit={async ({ facts }) => {
        await save.mutateAsync({
          path: `/api/v1/subawards/${s.id}/facts`,
          body: {
            facts: Object.fromEntries(
              Object.entries(facts).map(([key, { value, unknown }]) => [
                key,
                { value, known: !unknown },
              ]),
            ),
          },
          version: s.version,
        });
        notify.done("Saved", s.number);
        onDone();
      }}
    >
      <div className="grid gap-x-6 gap-y-4 lg:grid-cols-2">
        {s.facts.map((f) => (
          <div key={f.key} className="grid content-start gap-1">
            <TextField
              name={`facts.${f.key}.value`}
              label={`${f.label} ${f.paragraph}`}
              hint={f.hint ?? undefined}
              maxLength={1000}
            />
            <CheckboxField name={`facts.${f.key}.unknown`} label="Not known yet" />
          </div>
        ))}
      </div>
    </Form>
  );
}

/** What the law asks the subaward to state, each filled or marked as not known yet. */
export function FactsTab({ subaward: s }: { subaward: SubawardDetail }) {
  const [editing, setEditing] = useState(false);
  const open = s.facts.filter((f) => f.open).length;
  if (editing) return <FactsForm subaward={s} onDone={() => setEditing(false)} />;
  return (
    <div className="stack">
      <p className="text-t2">
        {factCitation} asks every subaward to state these. What is not known yet becomes a task when
        the subaward is executed.{" "}
        {open > 0 && <b className="text-warning">{open} are neither filled nor marked.</b>}
      </p>
      <FactsList facts={s.facts} />
      {s.canFacts && (
        <p>
          <button type="button" className="btn" onClick={() => setEditing(true)}>
            Fill in
          </button>
        </p>
      )}
    </div>
  );
}
