// What a test run of vitest leaves for `npm test`: how many passed, how long each file took, and of
// each test that failed at least once where it stands and what each try said.
import { writeFileSync } from "node:fs";
import { relative } from "node:path";

const plain = (text) => text.replace(/\x1b\[[0-9;]*m/g, "");
const lines = (text, most) => text.split("\n").slice(0, most).join("\n");
const said = (errors) =>
  errors.map((error) => {
    const where = (error.stacks ?? [])
      .slice(0, 3)
      .map((at) => `\n  at ${relative(process.cwd(), at.file)}:${at.line}`)
      .join("");
    return plain(
      `${error.name ? `${error.name}: ` : ""}${lines(error.message ?? String(error), 25)}${error.diff ? `\n${lines(error.diff, 25)}` : ""}${where}`,
    );
  });

/**
 * Writes {passed: {[file]: tests}, lasted: {[file]: milliseconds}, failures, mended} to the file
 * that LEVEE_TEST_RESULT names; a failure is {file, name, tries: string[]}.
 */
export default class {
  result = { passed: {}, lasted: {}, failures: [], mended: [] };

  onTestCaseResult(test) {
    const { state, errors = [] } = test.result();
    if (state === "skipped" || state === "pending") return;
    const entry = { file: test.module.relativeModuleId, name: test.fullName, tries: said(errors) };
    if (state === "failed") return void this.result.failures.push(entry);
    this.result.passed[entry.file] = (this.result.passed[entry.file] ?? 0) + 1;
    if (test.diagnostic()?.flaky) this.result.mended.push(entry);
  }

  onTestRunEnd(modules, unhandled) {
    const outside = (file, name, errors) => {
      if (errors.length) this.result.failures.push({ file, name, tries: said(errors) });
    };
    for (const module of modules) {
      const { collectDuration, duration } = module.diagnostic();
      this.result.lasted[module.relativeModuleId] = collectDuration + duration;
      outside(module.relativeModuleId, "the file itself", module.errors());
      for (const suite of module.children.allSuites())
        outside(module.relativeModuleId, suite.fullName, suite.errors());
    }
    outside(null, "outside of any test", unhandled);
    writeFileSync(process.env.LEVEE_TEST_RESULT, JSON.stringify(this.result));
  }
}
