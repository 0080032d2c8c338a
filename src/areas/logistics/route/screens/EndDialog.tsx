import { TextArea, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { DriverStop } from "../stop/stop.model.ts";

/** How a stop ended: done, with who took it, or not delivered, with the reason. */
export function EndDialog({
  stop,
  how,
  onClose,
}: {
  stop: DriverStop;
  how: "done" | "fail";
  onClose: () => void;
}) {
  const done = how === "done";
  return (
    <PostDialog
      title={done ? `${stop.told.name} is done` : `${stop.told.name} could not be delivered`}
      path={`/api/v1/route-stops/${stop.id}/actions/${how}`}
      submit={done ? "Done" : "Could not deliver"}
      values={done ? { receiver: "", note: "" } : { reason: "" }}
      version={stop.version}
      nouns={["route-plans"]}
      onClose={onClose}
    >
      {done ? (
        <>
          <TextField name="receiver" label="Who took it" maxLength={120} />
          <TextArea name="note" label="Note" rows={2} maxLength={1000} />
        </>
      ) : (
        <TextArea name="reason" label="Why" required rows={2} maxLength={1000} />
      )}
    </PostDialog>
  );
}
