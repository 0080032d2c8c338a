import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { TextArea, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { EndingStanding } from "./ending.model.ts";

type Asked = { reason: string; exportSha256: string; keeper: string; keeperContact: string };

/** Asks to end the agency: why, what was taken along, and who keeps it. */
export function EndDialog({
  standing,
  onClose,
}: {
  standing: EndingStanding;
  onClose: () => void;
}) {
  const { timeZone } = useAgency();
  const until = standing.retentionUntil;
  return (
    <PostDialog<Asked>
      title="Ask to end the agency"
      description={
        until
          ? `Records have to be kept until ${formatInstant(until, timeZone)}: make an export, download it, and type its SHA-256.`
          : "Another administrator confirms it."
      }
      path="/api/v1/agency-endings"
      submit="Ask to end it"
      nouns={["agency-ending"]}
      values={{ reason: "", exportSha256: "", keeper: "", keeperContact: "" }}
      bodyOf={({ exportSha256, ...values }) => ({
        ...values,
        exportSha256: exportSha256.trim() === "" ? null : exportSha256,
      })}
      onClose={onClose}
    >
      <TextArea name="reason" label="Why it ends" rows={3} required maxLength={2000} />
      <TextField
        name="exportSha256"
        label="SHA-256 of the export that you have"
        required={until !== null}
        maxLength={64}
      />
      <TextField
        name="keeper"
        label="Who keeps the records"
        required={until !== null}
        maxLength={200}
      />
      <TextField
        name="keeperContact"
        label="How they are reached"
        required={until !== null}
        maxLength={500}
      />
    </PostDialog>
  );
}

/** Takes the end of the agency back, with its reason. */
export function TakeBackDialog({
  ending,
  onClose,
}: {
  ending: NonNullable<EndingStanding["ending"]>;
  onClose: () => void;
}) {
  return (
    <PostDialog<{ reason: string }>
      title="Take the end back"
      description="The agency goes on as before. Every administrator is told."
      path={`/api/v1/agency-endings/${ending.id}/actions/takeBack`}
      submit="Take it back"
      nouns={["agency-ending"]}
      version={ending.version}
      values={{ reason: "" }}
      onClose={onClose}
    >
      <TextArea name="reason" label="Why it goes on" rows={3} required maxLength={2000} />
    </PostDialog>
  );
}
