import { useFormContext } from "react-hook-form";
import { TextArea } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { LogDetail } from "./log.model.ts";

type Of = { log: LogDetail; onClose: () => void };

/** Adds to a locked log. */
export function AmendDialog({ log, onClose }: Of) {
  return (
    <PostDialog<{ says: string; reason: string }>
      title="Amend the log"
      description="What stands there stays. The amendment is added with your name, now, and the reason."
      path={`/api/v1/daily-logs/${log.id}/actions/amend`}
      submit="Add the amendment"
      values={{ says: "", reason: "" }}
      nouns={["daily-logs"]}
      version={log.version}
      onClose={onClose}
    >
      <TextArea name="says" label="What is to be added" required rows={4} maxLength={10_000} />
      <TextArea
        name="reason"
        label="Why the log did not have it"
        required
        rows={2}
        maxLength={1000}
      />
    </PostDialog>
  );
}

function Choices({ log }: { log: LogDetail }) {
  const { register } = useFormContext();
  return (
    <fieldset className="grid gap-1">
      <legend className="field-label">Photos</legend>
      {log.photos.map((photo) => (
        <label key={photo.id} className="check">
          <input type="checkbox" value={photo.id} {...register("fileIds")} />
          <span>{photo.name}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Chooses the photos that may be published. */
export function PublishDialog({ log, onClose }: Of) {
  const chosen = log.photos.filter((photo) => photo.public).map(({ id }) => id);
  return (
    <PostDialog<{ fileIds: string[] }>
      title="Photos for publication"
      description="A photo that is not chosen is private."
      path={`/api/v1/daily-logs/${log.id}/actions/publish`}
      submit="Save the choice"
      values={{ fileIds: chosen }}
      nouns={["daily-logs"]}
      version={log.version}
      onClose={onClose}
    >
      <Choices log={log} />
    </PostDialog>
  );
}
