const days = [1, 2, 3, 4, 5, 6, 7];

/** The columns of a payroll's file, those of form WH-347 in order; the seventh day is the week's last. */
export const wh347Columns: readonly string[] = [
  "Name",
  "ID number",
  "Classification",
  "Apprentice percent",
  ...days.map((day) => `ST ${day}`),
  ...days.map((day) => `OT ${day}`),
  "Rate",
  "OT rate",
  "Fringe to plans",
  "Fringe in cash",
  "Gross this project",
  "Gross all work",
  "Deductions",
  "Net pay",
];
