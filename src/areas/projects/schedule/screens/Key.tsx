/** What the marks of the picture mean. */
export function Key() {
  const marks = [
    { says: "Task, with its progress", bar: "" },
    { says: "Critical: its float is used up", bar: "critical" },
    { says: "Done", bar: "done" },
  ];
  return (
    <ul className="gantt-key">
      {marks.map(({ says, bar }) => (
        <li key={says}>
          <svg viewBox="0 0 26 14" aria-hidden="true">
            <g className="gantt-bar" data-critical={bar === "critical"} data-done={bar === "done"}>
              <rect x="1" y="2" width="24" height="10" rx="2" />
              <rect
                className="gantt-progress"
                x="1"
                y="2"
                width={bar === "done" ? 24 : 9}
                height="10"
                rx="2"
              />
            </g>
          </svg>
          {says}
        </li>
      ))}
      <li>
        <svg viewBox="0 0 26 14" aria-hidden="true">
          <g className="gantt-bar">
            <rect className="gantt-longest" x="1" y="6" width="24" height="2" />
          </g>
        </svg>
        On the longest path
      </li>
      <li>
        <svg viewBox="0 0 26 14" aria-hidden="true">
          <rect className="gantt-baseline" x="1" y="5" width="24" height="4" />
        </svg>
        Baseline
      </li>
      <li>
        <svg viewBox="0 0 26 14" aria-hidden="true">
          <path className="gantt-float" d="M1 7H24v-3v6" />
        </svg>
        Float
      </li>
      <li>
        <svg viewBox="0 0 26 14" aria-hidden="true">
          <path className="gantt-now" d="M13 0V14" />
        </svg>
        Data date
      </li>
    </ul>
  );
}
