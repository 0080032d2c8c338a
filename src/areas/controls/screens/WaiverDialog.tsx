import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import type { StoredFile } from "#web/kit/form/DropZone.tsx";
import { InstantField, TextArea } from "#web/kit/form/fields.tsx";
import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { WaiverDetail, WaiverTerm } from "../waiver/waiver.model.ts";

/** What a waiver is asked for: a record that breaks a control, or the records of a department. */
export type WaiverOf =
  | { scope: "record"; controlId: string; subjectId: string; part: number }
  | { scope: "class"; controlId: string; departmentId: string; amountBelow: number | null };

type Values = { reason: string; measure: string; endsAt: string; file: StoredFile[] };

const permissionTypes = "image/png,image/jpeg,image/webp,application/pdf";

/** Asks that a record need not meet a control for a time; somebody else decides. */
export function WaiverDialog({
  of,
  about,
  onClose,
}: {
  of: WaiverOf;
  about: string;
  onClose: () => void;
}) {
  const { timeZone } = useAgency();
  const send = useMutationAction<WaiverDetail>("control-failures", "control-waivers", "approvals");
  const term = useGet<WaiverTerm>("control-waivers", "/api/v1/waiver-term");
  const submit = async ({ file, ...said }: Values) => {
    const made = await send.mutateAsync({
      path: "/api/v1/control-waivers",
      body: { ...of, ...said, permissionFileId: file[0]?.id ?? null },
    });
    notify.done("Asked", `${made.number} is on its way.`);
    onClose();
  };
  return (
    <FormDialog<Values>
      title="Ask for a waiver"
      description={`${about} Somebody who had no hand in it decides. The waiver ends by itself; it never counts as met.`}
      className="dialog dialog-wide"
      defaultValues={{ reason: "", measure: "", endsAt: "", file: [] }}
      submitLabel="Ask"
      onSubmit={submit}
      onClose={onClose}
    >
      <TextArea name="reason" label="Why it cannot be met" rows={3} maxLength={4000} required />
      <TextArea name="measure" label="What is done instead" rows={3} maxLength={4000} required />
      <InstantField
        name="endsAt"
        label="End of the waiver"
        required
        {...(term.data && {
          hint: `At the latest ${formatInstant(term.data.latest, timeZone)} (${term.data.citation})`,
        })}
      />
      <FileDrop
        name="file"
        label="The awarding agency's written permission, where a rule of a federal award stands behind it"
        accept={permissionTypes}
        multiple={false}
      />
    </FormDialog>
  );
}

/** Attaches the awarding agency's written permission to a waiver. */
export function PermissionDialog({
  waiver,
  onClose,
}: {
  waiver: WaiverDetail;
  onClose: () => void;
}) {
  const send = useMutationAction<WaiverDetail>("control-failures", "control-waivers");
  return (
    <FormDialog<{ file: StoredFile[] }>
      title={`Permission for ${waiver.number}`}
      description="The letter or message of the awarding agency. The waiver holds from then on, once it is approved."
      defaultValues={{ file: [] }}
      submitLabel="Attach"
      onSubmit={async ({ file }) => {
        await send.mutateAsync({
          path: `/api/v1/control-waivers/${waiver.id}/actions/attach`,
          body: { permissionFileId: file[0]?.id ?? "" },
          version: waiver.version,
        });
        notify.done("The permission is attached");
        onClose();
      }}
      onClose={onClose}
    >
      <FileDrop name="file" label="Written permission" accept={permissionTypes} multiple={false} />
    </FormDialog>
  );
}

/** Lets a record pass of which a stopping control cannot tell. */
export function PassDialog({
  controlId,
  subjectId,
  about,
  onClose,
}: {
  controlId: string;
  subjectId: string;
  about: string;
  onClose: () => void;
}) {
  const send = useMutationAction("control-failures", "purchase-orders");
  return (
    <FormDialog<{ reason: string }>
      title="Let it pass"
      description={`${about} It passes for this cause alone; your reason stands in its history.`}
      defaultValues={{ reason: "" }}
      submitLabel="Let it pass"
      onSubmit={async ({ reason }) => {
        await send.mutateAsync({
          path: "/api/v1/control-passings",
          body: { controlId, subjectId, reason },
        });
        notify.done("It may pass");
        onClose();
      }}
      onClose={onClose}
    >
      <TextArea name="reason" label="Why it may pass" rows={3} maxLength={4000} required />
    </FormDialog>
  );
}
