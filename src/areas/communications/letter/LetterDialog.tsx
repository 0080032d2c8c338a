import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import { SelectField, TextField } from "#web/kit/form/fields.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { api, messageOf } from "#web/kit/api.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { MarkdownText } from "../merge/MarkdownText.tsx";
import { templateKinds } from "../template/template.labels.ts";
import type { TemplateVersion } from "../template/template.model.ts";
import type { LetterMade, LetterShown } from "./letter.model.ts";

type Values = { templateId: string; to: string };

function Shown({
  templates,
  objectId,
}: {
  templates: readonly TemplateVersion[];
  objectId: string;
}) {
  const templateId = useWatch<Values>({ name: "templateId" });
  const [shown, setShown] = useState<LetterShown | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  useEffect(() => {
    api<LetterShown>("/api/v1/rpc/letter", {
      method: "POST",
      body: { templateId, objectId },
    }).then(setShown, (error: unknown) => setSaid(messageOf(error)));
  }, [templateId, objectId]);
  const mail = templates.find((each) => each.id === templateId)?.kind === "mail";
  return (
    <>
      {mail && <TextField name="to" label="To" required hint="An e-mail address" maxLength={254} />}
      {said && <p className="notice tone-danger">{said}</p>}
      {shown && (
        <div className="panel">
          <div className="panel-body grid gap-3">
            <p className="font-semibold">{shown.subject}</p>
            <MarkdownText text={shown.text} />
          </div>
        </div>
      )}
    </>
  );
}

/** Chooses a template, shows the letter as it will read, and writes it. */
export function LetterDialog({
  templates,
  objectId,
  email,
  onClose,
}: {
  templates: readonly TemplateVersion[];
  objectId: string;
  email: string;
  onClose: () => void;
}) {
  const write = useMutationAction<LetterMade>("attachments");
  const isMail = (id: string) => templates.find((each) => each.id === id)?.kind === "mail";
  const send = async ({ templateId, to }: Values) => {
    const made = await write.mutateAsync({
      path: "/api/v1/record-letters",
      body: { templateId, objectId, to: isMail(templateId) ? to : null },
    });
    notify.done(made.mailed ? "The mail is in the outbox" : "The letter is written", made.name);
    onClose();
  };
  return (
    <FormDialog<Values>
      title="Write a letter"
      description="The PDF is attached to the record. A mail also goes to the address that you enter."
      className="dialog dialog-wide"
      defaultValues={{ templateId: templates[0]!.id, to: email }}
      submitLabel="Write it"
      onSubmit={send}
      onClose={onClose}
    >
      <SelectField
        name="templateId"
        label="Template"
        required
        options={templates.map(({ id, name, kind }) => ({
          value: id,
          label: `${name} (${templateKinds[kind].toLowerCase()})`,
        }))}
      />
      <Shown templates={templates} objectId={objectId} />
    </FormDialog>
  );
}
