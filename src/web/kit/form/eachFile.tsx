import { fileName } from "#kernel/file-name.ts";
import { messageOf } from "../api.ts";
import { leaveRow } from "./leaveRow.ts";

/**
 * A file that was not taken, until the person takes it off the list: `text` is what went wrong,
 * with the file's name.
 */
export type FileFailure = { id: number; name: string; text: string };

let failed = 0;

/**
 * What went wrong with a file: `quote.pdf was not uploaded: …`; `error` is what was thrown, or the
 * words themselves.
 */
export const failureOf = (file: { name: string }, what: string, error: unknown): FileFailure => {
  const name = fileName(file.name) ?? "A file without a name";
  return {
    id: ++failed,
    name,
    text: `${name} was not ${what}: ${typeof error === "string" ? error : messageOf(error)}`,
  };
};

/** Does this with each file in turn; one that fails stops none. Gives those that failed. */
export const eachFile = async <F extends { name: string }>(
  files: readonly F[],
  what: string,
  work: (file: F) => Promise<void>,
): Promise<FileFailure[]> => {
  const failures: FileFailure[] = [];
  for (const file of files) {
    try {
      await work(file);
    } catch (error) {
      failures.push(failureOf(file, what, error));
    }
  }
  return failures;
};

/** The files that failed, all of them, each with a button that takes it off the list. */
export function FileFailures({
  failures,
  onRemove,
}: {
  failures: readonly FileFailure[];
  onRemove: (failure: FileFailure) => void;
}) {
  if (failures.length === 0) return null;
  return (
    <ul className="files" role="alert">
      {failures.map((each) => (
        <li key={each.id} className="font-medium text-danger">
          <span className="min-w-0 [overflow-wrap:anywhere]">{each.text}</span>
          <button
            type="button"
            className="btn btn-quiet btn-small ml-auto"
            data-remove
            aria-label={`Remove ${each.name}, which was not taken`}
            onClick={(event) => {
              leaveRow(event.currentTarget);
              onRemove(each);
            }}
          >
            Remove
          </button>
        </li>
      ))}
    </ul>
  );
}
