// What follows once the rows of an earlier moment are back, from a backup or from the database's archive:
// nothing goes out by itself, nobody who was ended comes in, and the books are asked.

const heldLines = (held, waiting, returned) => [
  `Held back, since it may have gone out: ${held.letters} letters, ${held.webhooks} webhooks. To begin anew: ${held.jobs} jobs. ${held.others.map(([name, n]) => `${n} ${name}`).join(", ")} ended: everybody signs in again.`,
  `Everything that acts by the clock waits: ${waiting} of its clocks would do something now. Release or drop it by kind on the page Monitoring.`,
  ...(returned
    ? [
        `Deleted after this moment, closed now and deleted again by the clock: ${returned} of its agencies.`,
      ]
    : []),
];

/** The product over a database that nobody works in, which belongs to this instance from now on. */
const openRestored = async ({ url, config, files, withoutKeyStore }) => {
  const { openDatabase } = await import("../src/server/db/open-database.ts");
  const { lookedAtFiles } = await import("../src/server/files/looked-at.ts");
  const { openOutgoing } = await import("../src/server/outgoing/outgoing.ts");
  const { refuseStranger, takeOverDatabase } = await import("../src/server/operation/belonging.ts");
  const { forgetWitness } = await import("../src/server/operation/lineage.ts");
  const database = openDatabase(url);
  if (withoutKeyStore) await takeOverDatabase(database, files);
  else await refuseStranger(database, files);
  // What this instance knew of its database is over: an earlier moment is meant.
  forgetWitness(config.LEVEE_DATA_DIR);
  return {
    database,
    config,
    files: lookedAtFiles(files, database, null),
    outgoing: openOutgoing(),
  };
};

/** Closes who was ended since, and what was deleted since: none of it is opened by an older moment. */
const closeSince = async (app, { madeAt, kept, beside }) => {
  const { closeAfterRestore } = await import("../src/server/restored/report.ts");
  const { takeOverDeleted } = await import("../src/areas/agencies/deletion/deleted-list.ts");
  const { shutReturned } = await import("../src/areas/agencies/deletion/delete.service.ts");
  const found = await closeAfterRestore(app, madeAt, kept);
  if (beside) await takeOverDeleted(app, beside);
  return { found, returned: await shutReturned(app) };
};

/**
 * Makes a database quiet that holds the rows of `madeAt`, and says what it found. `url` is its owner,
 * `sees` an account that sees every row; `held` what was held back with the rows; `kept` what somebody kept
 * outside; `beside` where the list of deleted agencies lies, or null. Gives the code to end with: 2 where a
 * rule of the books does not hold.
 */
export const finishRestore = async (restored) => {
  const { url, sees, kept, held, madeAt, said, folder, rows } = restored;
  const { migrate } = await import("../src/server/db/migrate.ts");
  await migrate(url, console.log);
  const { holdClocks } = await import("../src/server/restored/holds.ts");
  const waiting = await holdClocks(sees, madeAt);
  const { foundLines, strayLines } =
    await import("../src/areas/operation/restored/report-lines.service.ts");
  const { brokenLines, checkAllBooks } =
    await import("../src/areas/operation/backup/rehearse.service.ts");
  const { keepBackupRun } = await import("../src/areas/operation/backup/backup.service.ts");
  const app = await openRestored(restored);
  try {
    const { found, returned } = await closeSince(app, restored);
    const broken = await checkAllBooks(app, console.log);
    const lines = [
      said,
      ...heldLines(held, waiting, returned),
      ...foundLines(found),
      ...(await strayLines(app.database, kept)),
      ...(broken.length
        ? [
            "These rules of the books do not hold:",
            ...brokenLines(broken).map((line) => `  ${line}`),
          ]
        : ["Every rule of the books holds: balances, audit record, files."]),
    ];
    await keepBackupRun(app.database, {
      ...{ kind: "restore", beganAt: new Date().toISOString(), madeAt, folder, rows, bytes: 0 },
      good: broken.length === 0,
      said: lines.join("\n").slice(0, 4000),
    });
    console.log(lines.join("\n"));
    return broken.length ? 2 : 0;
  } finally {
    await app.database.close();
  }
};
