// Formats everything: code with oxfmt, then the SQL in it.
import "./prepare.mjs";
import { spawnSync } from "node:child_process";

const { unformattedSql } = await import("./format-sql.mjs");
const oxfmt = () =>
  spawnSync(process.execPath, ["node_modules/oxfmt/bin/oxfmt", "."], { stdio: "inherit" });
oxfmt();
unformattedSql(undefined, true);
oxfmt();
