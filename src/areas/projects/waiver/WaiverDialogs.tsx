import type { StoredFile } from "#web/kit/form/DropZone.tsx";
import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import { TextArea, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { WaiversOfApplication } from "./waiver.model.ts";

const nouns = ["pay-applications"];

/** Keeps a waiver that came signed on paper; its words, amount and day are the application's. */
export function PaperDialog({
  id,
  asked,
  onClose,
}: {
  id: string;
  asked: WaiversOfApplication["asked"][number];
  onClose: () => void;
}) {
  return (
    <PostDialog<{ signerName: string; file: StoredFile[] }>
      title={asked.title}
      description={asked.words}
      path={`/api/v1/pay-applications/${id}/waivers`}
      submit="Keep it"
      values={{ signerName: "", file: [] }}
      nouns={nouns}
      bodyOf={({ signerName, file }) => ({
        kind: asked.kind,
        signerName,
        fileId: file[0]?.id ?? null,
      })}
      onClose={onClose}
    >
      <TextField name="signerName" label="Who signed it" required maxLength={200} />
      <FileDrop name="file" label="Signed paper" required multiple={false} />
    </PostDialog>
  );
}

/** Hands a waiver back: it counts no more. */
export function RevokeDialog({
  waiver,
  onClose,
}: {
  waiver: WaiversOfApplication["signed"][number];
  onClose: () => void;
}) {
  return (
    <PostDialog<{ reason: string }>
      title={`Hand ${waiver.number} back`}
      description="It stays on record as void, and the contractor is asked for another."
      path={`/api/v1/waivers/${waiver.id}/actions/revoke`}
      submit="Hand it back"
      values={{ reason: "" }}
      nouns={nouns}
      version={waiver.version}
      onClose={onClose}
    >
      <TextArea name="reason" label="Why" required rows={2} maxLength={1000} />
    </PostDialog>
  );
}
