import { CsvError, parse } from "csv-parse/sync";
import { invalidField } from "#kernel/errors.ts";
import type { PayrollRead } from "./payroll.model.ts";
import { readWh347 } from "./wh347.model.ts";

/**
 * The workers in the text of a CSV file in the columns of form WH-347; commas, semicolons and tabs part
 * its cells. Nothing is stored. 422 `file_unreadable` where it is no such text.
 */
export const readPayrollFile = (text: string): PayrollRead => {
  try {
    const records = parse(text, {
      bom: true,
      trim: true,
      delimiter: [",", ";", "\t"],
      relax_column_count: true,
      relax_quotes: true,
      to: 1001,
    });
    return readWh347(records);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw invalidField(
      "text",
      `Line ${error.lines ?? 1} cannot be read. Save the file as CSV (comma separated) again.`,
      "file_unreadable",
    );
  }
};
