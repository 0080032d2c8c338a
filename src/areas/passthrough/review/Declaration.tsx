import { CheckboxField, TextField } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { ProgramDetail } from "../program/program.model.ts";
import type { ReviewView } from "./review.model.ts";

type Values = { applications: { applicationId: string; conflict: boolean; note: string }[] };

/** A reviewer says of every applicant whether they have an interest in it, before the first score. */
export function Declaration({ program, view }: { program: ProgramDetail; view: ReviewView }) {
  const save = useMutationAction("grant-programs");
  return (
    <Panel title="Declare your interests">
      <p className="mb-3 max-w-prose text-t2">
        Say of every applicant whether you, your family or your employer have an interest in it.
        Others score those in which you have one; you score the rest.
      </p>
      <Form<Values>
        formKey={null}
        defaultValues={{
          applications: view.applications.map((a) => ({
            applicationId: a.id,
            conflict: false,
            note: "",
          })),
        }}
        submitLabel="Declare"
        wide
        onSubmit={async (body) => {
          await save.mutateAsync({
            path: `/api/v1/grant-programs/${program.id}/declaration`,
            body,
          });
          notify.done("Declared", program.number);
        }}
      >
        <ul className="grid gap-4">
          {view.applications.map((a, i) => (
            <li key={a.id} className="grid gap-2 border-b border-hair pb-3 last:border-0">
              <b>{a.applicant}</b>
              <CheckboxField
                name={`applications.${i}.conflict`}
                label={`I have an interest in ${a.applicant}`}
              />
              <TextField
                name={`applications.${i}.note`}
                label={`Which interest in ${a.applicant}`}
                maxLength={1000}
              />
            </li>
          ))}
        </ul>
      </Form>
    </Panel>
  );
}
