import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import { TextArea } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { RfiDetail } from "./rfi.model.ts";

type Values = { answer: string; files: { id: string; name: string; size: number }[] };

/** The official answer to a question. */
export function AnswerDialog({ rfi, onClose }: { rfi: RfiDetail; onClose: () => void }) {
  return (
    <PostDialog<Values>
      title={`Answer ${rfi.number}`}
      description={
        rfi.side === "contractor"
          ? "The contractor gets the answer at once, in its portal and by letter."
          : "Whoever asked is told at once."
      }
      path={`/api/v1/rfis/${rfi.id}/actions/answer`}
      submit="Send the answer"
      values={{ answer: rfi.proposedAnswer, files: [] }}
      nouns={["rfis", "projects"]}
      version={rfi.version}
      bodyOf={({ answer, files }) => ({ answer, fileIds: files.map(({ id }) => id) })}
      onClose={onClose}
    >
      <TextArea name="answer" label="Answer" required rows={6} maxLength={20_000} />
      <FileDrop name="files" label="Files" most={40} />
    </PostDialog>
  );
}
