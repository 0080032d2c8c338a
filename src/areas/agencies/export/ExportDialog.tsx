import { TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { leastPassphrase } from "./export.labels.ts";

type Values = { passphrase: string };

/** Asks for an export, sealed by a passphrase where one is typed. */
export function ExportDialog({ onClose }: { onClose: () => void }) {
  return (
    <PostDialog<Values>
      title="Make an export"
      description="It holds everything, also what few may read. Every download stands in the audit record. Nobody can open a sealed export without its passphrase, nor can we."
      path="/api/v1/agency-exports"
      submit="Make it"
      nouns={["agency-exports", "jobs"]}
      values={{ passphrase: "" }}
      bodyOf={({ passphrase }) => ({ passphrase: passphrase === "" ? null : passphrase })}
      onClose={onClose}
    >
      <TextField
        name="passphrase"
        label="Passphrase"
        type="password"
        autoComplete="new-password"
        maxLength={200}
        hint={`Leave it empty for an export that anybody opens who has it; else at least ${leastPassphrase} characters.`}
      />
    </PostDialog>
  );
}
