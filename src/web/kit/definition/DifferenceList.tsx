import type { Difference } from "#kernel/definition.ts";

/** What changed between two versions: struck out what it said, marked what it says. */
export function DifferenceList({ items }: { items: readonly Difference[] }) {
  return (
    <ul className="changes">
      {items.map((change) => (
        <li key={change.path}>
          {change.path}: {change.before !== null && <del>{change.before}</del>}
          {change.before !== null && change.after !== null && " → "}
          {change.after !== null && <ins>{change.after}</ins>}
        </li>
      ))}
    </ul>
  );
}
