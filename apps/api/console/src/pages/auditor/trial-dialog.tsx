import type { AuditPack, CaseScore, PackTrial } from "@deskfleet/contracts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../client/http.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { PlainTable } from "../../ui/plain-table.tsx";
import { ProblemCard } from "../../ui/problem-card.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useSubmit } from "../../ui/use-submit.ts";

const percent = (part: number, whole: number): string =>
  whole === 0 ? "no such case" : `${((100 * part) / whole).toFixed(1)} % (${part} of ${whole})`;

/** What the pack would change on every case, and the button that puts it in force. */
export function TrialDialog({ pack, onClose }: { pack: AuditPack; onClose(): void }) {
  const { name, version } = pack;
  const queries = useQueryClient();
  const toast = useToast();
  const activating = useSubmit();
  const post = (facts: object) =>
    call<PackTrial>("POST", `/v1/auditor/packs/${name}/activate`, { body: { version, ...facts } });
  const trial = useQuery({ queryKey: ["auditor", "trial", name, version], queryFn: () => post({ isTrial: true }) });
  const isWorse = trial.data !== undefined && worsens(trial.data);
  const activate = async () => {
    if ((await activating.run(() => post({ isForced: isWorse }))) === null) return;
    toast({ tone: "good", text: `${name}@${version} is in force` });
    void queries.invalidateQueries({ queryKey: ["auditor"] });
    onClose();
  };
  return (
    <Dialog title={`Try ${name}@${version}`} size="wide" onClose={onClose}>
      <div className="dialog-text">
        <Loaded result={trial}>
          {({ before, after }) => (
            <>
              <PlainTable label="Before and after" head={["On the cases", "In force now", "With this pack"]}>
                <Row name="Right verdicts" of={({ right, cases }) => percent(right, cases)} scores={[before, after]} />
                <Row
                  name="High risk that is stopped"
                  of={({ stopped, highRisk }) => percent(stopped, highRisk)}
                  scores={[before, after]}
                />
                <Row
                  name="False alarms"
                  of={({ falseAlarms, harmless }) => percent(falseAlarms, harmless)}
                  scores={[before, after]}
                />
              </PlainTable>
              {isWorse && <p className="error">It stops less, or alarms more, than what is in force.</p>}
            </>
          )}
        </Loaded>
        {activating.problem !== null && <ProblemCard error={activating.problem} />}
      </div>
      <footer className="dialog-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          kind={isWorse ? "danger" : "primary"}
          disabled={trial.data === undefined || activating.isBusy}
          onClick={() => void activate()}
        >
          {isWorse ? "Activate it all the same" : "Activate"}
        </Button>
      </footer>
    </Dialog>
  );
}

const worsens = ({ before, after }: PackTrial): boolean =>
  after.stopped < before.stopped || after.falseAlarms > before.falseAlarms;

function Row({ name, of, scores }: { name: string; of(score: CaseScore): string; scores: readonly CaseScore[] }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {scores.map((score, index) => (
        <td key={index === 0 ? "before" : "after"}>{of(score)}</td>
      ))}
    </tr>
  );
}
