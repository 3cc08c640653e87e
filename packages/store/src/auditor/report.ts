import type { AuditorReport } from "@deskfleet/contracts";
import { sql } from "drizzle-orm";
import type { Tx } from "../database.ts";

/**
 * What the tenant's auditor said since then, and what came of it. A rule counts as enforced where its own severity was the verdict
 * that decided; the model as having raised where it made the verdict stricter than the rules did: then its evidence comes first.
 * Calls and tokens of the model are counted by whole hours.
 *
 * Judgements that are alike are counted first, and what rules there are in them is looked at after that: there are few kinds of
 * judgements, however many of each.
 * @param since ISO 8601
 */
export async function auditorReport(tx: Tx, since: string): Promise<AuditorReport> {
  const { rows } = await tx.execute<{ report: Omit<AuditorReport, "since"> }>(sql`
    with alike as materialized (
      select mode, verdict, is_enforced, overridden_by is not null as is_overridden, report_kind, evidence,
        case when not is_from_cache then model->>'outcome' end as answer, count(*) as n
      from auditor_judgements where at >= ${since}::timestamptz group by 1, 2, 3, 4, 5, 6, 7
    ), modes as (
      select mode, sum(n) as judged, coalesce(sum(n) filter (where verdict = 'warn'), 0) as warned,
        coalesce(sum(n) filter (where verdict = 'block'), 0) as blocked, coalesce(sum(n) filter (where is_overridden), 0) as overridden,
        coalesce(sum(n) filter (where verdict = 'pass' and report_kind = 'harmful'), 0) as missed
      from alike group by mode
    ), rules as (
      select fired->>'rule' as rule, mode, sum(n) as fired,
        coalesce(sum(n) filter (where is_enforced and fired->>'severity' = verdict), 0) as enforced,
        coalesce(sum(n) filter (where is_overridden), 0) as overridden,
        coalesce(sum(n) filter (where report_kind = 'harmful'), 0) as harmful, coalesce(sum(n) filter (where report_kind = 'fine'), 0) as fine
      from alike, jsonb_array_elements(evidence) as fired group by 1, mode
    ), answers as (
      select coalesce(sum(n) filter (where evidence->0->>'rule' = 'model'), 0) as raised,
        coalesce(sum(n) filter (where answer <> 'answered'), 0) as unanswered
      from alike where answer is not null
    ), used as (
      select coalesce(sum(calls), 0) as calls, coalesce(sum(tokens_in), 0) as "tokensIn", coalesce(sum(tokens_out), 0) as "tokensOut"
      from auditor_model_calls where hour >= date_trunc('hour', ${since}::timestamptz, 'UTC')
    )
    select json_build_object(
      'modes', coalesce((select json_agg(m order by m.mode) from modes m), '[]'),
      'rules', coalesce((select json_agg(r order by r.fired desc, r.rule, r.mode) from rules r), '[]'),
      'model', (select row_to_json(u) from (select calls, raised, unanswered, "tokensIn", "tokensOut" from used, answers) u)
    ) as report`);
  return { since, ...rows[0]!.report };
}
