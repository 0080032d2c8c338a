import { fileName } from "../../../kernel/file-name.ts";
import { messageOf } from "../api.ts";

/** Does this with each file in turn; one that fails stops none. Gives what went wrong, each with its file's name: `quote.pdf was not uploaded: …`. */
export const eachFile = async <F extends { name: string }>(files: readonly F[], what: string, work: (file: F) => Promise<void>): Promise<string[]> => {
  const failures: string[] = [];
  for (const file of files) {
    try {
      await work(file);
    } catch (error) {
      failures.push(`${fileName(file.name) ?? "A file without a name"} was not ${what}: ${messageOf(error)}`);
    }
  }
  return failures;
};

/** The files that failed, all of them. */
export function FileFailures({ failures }: { failures: readonly string[] }) {
  if (failures.length === 0) return null;
  return <ul className="grid gap-1 text-14 font-medium text-danger [overflow-wrap:anywhere]" role="alert">{failures.map((each, at) => <li key={`${at}:${each}`}>{each}</li>)}</ul>;
}
