import { counted, keyInWords } from "#kernel/words.ts";
import type { HolderRow, PermissionLine } from "../access/access.model.ts";

/** What a permission is called: "invoice.create" as "Invoice: create". */
const inWords = (permission: string): string => {
  const [noun = "", verb = ""] = permission.split(".");
  return `${keyInWords(noun)}: ${keyInWords(verb).toLowerCase()}`;
};

/** A permission with what it opens, at a press. */
export function Opens({ line }: { line: PermissionLine }) {
  const opened = [...line.doors, ...line.steps, ...line.pages];
  return (
    <details>
      <summary className="cursor-pointer">
        {inWords(line.permission)}{" "}
        <span className="text-13 text-t3">
          {counted(line.doors.length, "address", "addresses")}
          {line.steps.length > 0 && `, ${counted(line.steps.length, "step")}`}
        </span>
      </summary>
      <ul className="mt-1 grid gap-0.5 text-13 text-t2">
        <li className="mono">{line.permission}</li>
        {opened.map((name) => (
          <li key={name} className="break-all">
            {name}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Permissions down, roles and duties across. */
export function MatrixTable({
  holders,
  lines,
}: {
  holders: readonly HolderRow[];
  lines: readonly PermissionLine[];
}) {
  return (
    // Wider than the screen: it is reached by the keyboard as well.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div
      className="panel max-h-[75vh] overflow-auto"
      role="region"
      aria-label="Matrix"
      tabIndex={0}
    >
      <table className="text-13">
        <thead className="sticky top-0 z-10 bg-s1">
          <tr>
            <th scope="col" className="sticky left-0 bg-s1 px-4 text-left align-bottom">
              Permission
            </th>
            {holders.map(({ id, label }) => (
              <th key={id} scope="col" className="px-1 py-2 align-bottom font-normal">
                <span className="inline-block max-h-[180px] rotate-180 whitespace-nowrap [writing-mode:vertical-rl]">
                  {label}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.permission} className="border-t border-hair">
              <th
                scope="row"
                className="sticky left-0 w-[280px] min-w-[280px] bg-s1 px-4 py-1.5 text-left font-normal"
              >
                <Opens line={line} />
              </th>
              {holders.map(({ id, label }) => (
                <td key={id} className="min-w-6 text-center align-top" title={label}>
                  {line.holders.includes(id) && (
                    <span className="text-link">
                      <span aria-hidden="true">●</span>
                      <span className="visually-hidden">may</span>
                    </span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
