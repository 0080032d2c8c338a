import { useState } from "react";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import {
  CheckboxField,
  DateField,
  FormRow,
  QuantityField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { formatDate } from "#kernel/dates.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Contributors } from "../contributor/Contributors.tsx";
import type { ApplicationRecord, Section } from "./application.model.ts";
import { Writing } from "./Writing.tsx";

const InviteDialog = dialogOnDemand(
  async () => (await import("../contributor/InviteDialog.tsx")).InviteDialog,
);

type Setup = {
  title: string;
  asks: string;
  mostWords: string;
  ownerId: string;
  dueOn: string;
  required: boolean;
};
type Person = { id: string; name: string };

function SetUp({
  application,
  of,
  onDone,
}: {
  application: ApplicationRecord;
  of: Section | null;
  onDone: () => void;
}) {
  const save = useMutationAction("grant-applications");
  return (
    <Form<Setup>
      formKey={null}
      defaultValues={{
        title: of?.title ?? "",
        asks: of?.asks ?? "",
        mostWords: of?.mostWords?.toString() ?? "",
        ownerId: of?.ownerId ?? application.ownerId,
        dueOn: of?.dueOn ?? application.dueOn ?? "",
        required: of?.required ?? true,
      }}
      submitLabel="Save the section"
      onCancel={onDone}
      onSubmit={async (values) => {
        await save.mutateAsync({
          method: of ? "PATCH" : "POST",
          path: of
            ? `/api/v1/grant-application-sections/${of.id}`
            : `/api/v1/grant-applications/${application.id}/sections`,
          body: {
            ...values,
            mostWords: values.mostWords === "" ? null : Number(values.mostWords),
            ownerId: values.ownerId || null,
            dueOn: values.dueOn || null,
          },
          ...(of ? { version: of.version } : {}),
        });
        onDone();
      }}
    >
      <TextField name="title" label="Section" required maxLength={200} />
      <TextArea name="asks" label="What the announcement asks" rows={2} maxLength={4000} />
      <FormRow>
        <QuantityField name="mostWords" label="Words at most" decimals={0} />
        <DateField name="dueOn" label="Due" />
      </FormRow>
      <Combobox<Person>
        name="ownerId"
        label="Who writes it"
        path="/api/v1/members"
        query="active=true"
        itemLabel={(person) => person.name}
        currentLabel={of?.ownerName ?? application.ownerName}
      />
      <CheckboxField name="required" label="The application needs it" />
    </Form>
  );
}

function One({ application, of }: { application: ApplicationRecord; of: Section }) {
  const [open, setOpen] = useState<"text" | "setup" | "invite" | null>(null);
  const draft = application.status === "draft";
  const over = of.mostWords !== null && of.words > of.mostWords;
  const close = () => setOpen(null);
  return (
    <Panel title={of.title}>
      <div className="grid gap-3">
        <p className="text-t2">{of.asks}</p>
        <p className={over ? "text-danger" : "text-t2"}>
          {of.words}
          {of.mostWords === null ? "" : ` of ${of.mostWords}`} words. {of.ownerName ?? "Nobody"}{" "}
          writes it{of.dueOn ? ` by ${formatDate(of.dueOn)}` : ""}.
        </p>
        {open === "text" && <Writing of={of} figures={application.figures} onDone={close} />}
        {open === "setup" && <SetUp application={application} of={of} onDone={close} />}
        {open === "invite" && <InviteDialog of={of} dueOn={application.dueOn} onClose={close} />}
        {(open === null || open === "invite") && (
          <>
            {of.text && <p className="break-words whitespace-pre-wrap">{of.text}</p>}
            <Contributors items={of.contributors} draft={draft} />
            <div className="flex flex-wrap gap-2">
              {draft && (of.mine || application.mayEdit) && (
                <button type="button" className="btn" onClick={() => setOpen("text")}>
                  Write {of.title}
                </button>
              )}
              {application.mayEdit && (
                <button type="button" className="btn btn-quiet" onClick={() => setOpen("setup")}>
                  Owner and limits
                </button>
              )}
              {application.mayEdit && (
                <button type="button" className="btn btn-quiet" onClick={() => setOpen("invite")}>
                  Ask somebody outside
                </button>
              )}
            </div>
          </>
        )}
      </div>
    </Panel>
  );
}

/** The narrative: who writes which section, by when, and within which limits. */
export function Sections({ of }: { of: ApplicationRecord }) {
  const [adding, setAdding] = useState(false);
  return (
    <div className="stack">
      {of.sections.map((section) => (
        <One key={section.id} application={of} of={section} />
      ))}
      {adding && <SetUp application={of} of={null} onDone={() => setAdding(false)} />}
      {of.mayEdit && !adding && (
        <button type="button" className="btn justify-self-start" onClick={() => setAdding(true)}>
          Add a section
        </button>
      )}
    </div>
  );
}
