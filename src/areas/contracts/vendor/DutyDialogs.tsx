import { useState } from "react";
import { useController } from "react-hook-form";
import { api, messageOf } from "#web/kit/api.ts";
import { DropZone } from "#web/kit/form/DropZone.tsx";
import { Field } from "#web/kit/form/Field.tsx";
import { TextArea } from "#web/kit/form/fields.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { SendDialog } from "../closeout/SendDialog.tsx";
import { blankCertificate, CertificateFields } from "../coverage/CoverageDialogs.tsx";
import type { VendorDuties } from "./vendor-duties.model.ts";

type Kept = { id: string; name: string };

/** One document of the vendor's; it goes to the agency of the contract at once. */
function OwnFile({ path, required = false }: { path: string; required?: boolean }) {
  const { field } = useController({
    name: "file",
    rules: { validate: (kept) => !required || kept !== null || "Attach the document." },
  });
  const [busy, setBusy] = useState(false);
  const kept = field.value as Kept | null;
  const send = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    try {
      const body = new FormData();
      body.append("file", file);
      const { id } = await api<{ id: string }>(`${path}/files`, { method: "POST", body });
      field.onChange({ id, name: file.name });
    } catch (error) {
      notify.failed("The file was not taken", messageOf(error));
    }
    setBusy(false);
  };
  return (
    <Field name="file" label="Document" required={required} {...(kept ? { hint: kept.name } : {})}>
      {(control) => (
        <DropZone
          id={control.id}
          busy={busy}
          describedBy={control["aria-describedby"]}
          invalid={control["aria-invalid"]}
          onFiles={([file]) => void send(file)}
        />
      )}
    </Field>
  );
}

type Values = typeof blankCertificate & { file: Kept | null };

/** A certificate of insurance, or a bond. */
export function HandInDialog({ path, onClose }: { path: string; onClose: () => void }) {
  return (
    <SendDialog<Values>
      title="Hand in a certificate or a bond"
      description="It counts once the agency accepted it. You get a letter."
      submit="Hand it in"
      path={`${path}/certificates`}
      values={{ ...blankCertificate, file: null }}
      bodyOf={({ file, toOn, ...values }) => ({
        ...values,
        toOn: toOn || null,
        fileId: file?.id,
      })}
      onClose={onClose}
    >
      <CertificateFields />
      <OwnFile path={path} required />
    </SendDialog>
  );
}

/** What was due. */
export function DeliverDialog({
  due,
  path,
  orgId,
  onClose,
}: {
  due: VendorDuties["dues"][number];
  path: string;
  orgId: string;
  onClose: () => void;
}) {
  return (
    <SendDialog<{ evidence: string; file: Kept | null }>
      title={`Deliver: ${due.title}`}
      description="The agency accepts it, or returns it with a reason."
      submit="Deliver"
      path={`/api/v1/vendor-obligations/${orgId}/${due.id}/actions/deliver`}
      version={due.version}
      values={{ evidence: "", file: null }}
      bodyOf={({ evidence, file }) => ({ evidence, fileId: file?.id ?? null })}
      onClose={onClose}
    >
      <TextArea name="evidence" label="What you deliver" required rows={3} maxLength={4000} />
      <OwnFile path={path} />
    </SendDialog>
  );
}
