/** Facts of an asset; those without a value are left out. */
export function Facts({ rows }: { rows: readonly (readonly [string, React.ReactNode])[] }) {
  return (
    <dl className="facts facts-left">
      {rows
        .filter(
          ([, value]) => value !== null && value !== "" && value !== undefined && value !== false,
        )
        .map(([name, value]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd className="[overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
