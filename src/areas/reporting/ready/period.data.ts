/** The fiscal year that is open on the day on which a report is read. */
export const year = "fiscal-year";

/** Its days until the day on which a report is read. */
export const yearToDate = "year-to-date";
