import type { Lexicon } from "./concepts.ts";
import { ENGLISH_MACHINES } from "./machines.ts";

export const ENGLISH: Lexicon = {
  pay: `award gift_coins send_gift redeem pay pays payed paying payment payments buy buys buying purchase purchases purchasing checkout check_out place_order place_the_order place_your_order places_order places_an_order places_the_order places_your_order
    order_now order_again reorder re-order donate* donation* tip_the tip_your tip_our add_tip add_a_tip leave_tip leave_a_tip send_tip send_a_tip give_tip give_a_tip bid bids place_bid invest* top_up topup tops_up spend* settle recharge reload_card reload_balance reload_account
    buy_now pay_now add_funds charge charges charged bill_me complete_order confirm_order order_x* instalment* prepay* repay*`,
  transfer:
    "set_up_standing_order create_standing_order start_standing_order set_up_direct_debit draw_down sell sells selling sell_all transfer transfers transferring wire wires remit* send_money send_funds withdraw* payout pay_out move_money deposit",
  delete: `throw_away throw_out get_rid_of throw_it_away empty_bin close_my move_to_bin move_to_trash move_to_the_bin move_to_the_trash send_to_trash to_the_bin to_trash move_to_recycle_bin bin_it delete deletes deleting deletion deleted remove removes removing erase* wipe wipes wiping purge* discard* trash shred* destroy* empty_trash
    empty_the_trash empty_bin uninstall* factory_reset reset_all format_disk drop_table drop_database truncate clear_all clear_history clear_data terminate
    revoke* drop unlink deactivate* close_account close_my_account close_the_account overwrite* reset`,
  send: `send sends sending sent reply reply_all forward forwards forwarding email_it message_all share shares sharing shared disclose* disclosing
    invite invites mail_it hand_over hands_over upload uploads uploading broadcast* notify_all dm text_them leak* exfiltrat* transmit*`,
  publish: `visible_to anyone_with_the_link make_public is_public go_public star starring publish* publishes post posts posting tweet* make_public go_live goes_live release deploy* visible_to_everyone set_public public_link list_publicly
    announce made_public becomes_public make_this_project_public merge push_to_production`,
  sign: "sign signs signing e-sign* esign* signature countersign* signed notarise notarize accept_and_sign agree_and_sign",
  accept: `make_me_an make_me_a settle settled settlement waiver accept_terms accept_the_terms accept_all_terms agree agrees i_agree agree_to accept_offer accept_contract accept_the_contract accept_quote accept_proposal consent consents
    waive* accept_legal* accept_loan enter_into binding legally commit_to approve approves approving approved approval`,
  grant: `connect_wallet connect_my_wallet link_wallet remote_help remote_support remote_assistance remote_session remote_desktop screen_share share_my_screen co-host cohost co-owner remote_control control_of_this control_of_your grant grants granting authorize* authorise* authoriz* allow_access give_access full_access allow_all make_admin make_owner add_member add_collaborator
    add_user promote change_role assign_role share_access add_owner add_admin trust_this permit permits delegate* invite_as connect_app link_account allow_control
    remote_access screen_sharing share_screen impersonat* enable_access access_to_your rights edit_rights admin_rights permission permissions access let_in edit_access`,
  security: `allow_macros allow_unsigned unsigned_add-ons allow_untrusted protected_mode protected_view login_notifications sign-in_notifications notifications_about_new_logins spending_limit spending_limits two-factor 2fa mfa two_factor two-step antivirus anti-virus firewall change_password reset_password new_password security_alerts security_level
    add_key add_ssh_key ssh_key allow_less_secure less_secure trust_device trust_certificate install_certificate root_certificate recovery_email recovery_phone
    change_recovery unlock_bootloader disable_protection turn_off_protection skip_verification sandbox defender password_policy encryption developer_mode
    allow_unknown_sources unknown_sources proceed_anyway proceed_unsafe accept_the_risk continue_to_site_unsafe branch_protection screen_lock app_password generate_token create_token
    create_api_key remember_this_device alerts_off login_alerts sign-in_alerts security_settings`,
  cancel:
    "give_up_my end_contract end_the_contract end_my_contract end_membership end_my_membership end_lease end_subscription leave_group leave_team leave_project leave_organisation leave_organization leave_channel leave_club refund request_refund return_item cancel cancels cancelling canceling cancellation canceled cancelled terminate_contract end_subscription call_off withdraw_application unsubscribe* quit_membership leave_plan resign*",
  subscribe: `annual_plan yearly_plan monthly_plan sign_up_for sign_up_to subscribe subscribes subscribing subscription auto-renew* autorenew* renew renews renewal renewing upgrade upgrades upgrading start_trial
    start_free_trial start_my_trial free_trial start_membership join_now become_a_member join join_the join_club go_premium go_pro start_plan enrol enroll enrols enrolls sign_me_up opt_in extend_contract
    membership choose_plan select_plan switch_plan premium_plan get_premium`,
  book: "book reserve reserves apply enlist schedule appointment rsvp register_now apply_now request_quote file_claim file_a_claim borrow",
  submit:
    "submit submits submitting submission turn_in hand_in file_return file_the_return file_tax finalize finalise lodge file_report",
  rate: "cast_ballot cast_my_ballot cast_vote cast_my_vote rate like likes upvote* vote votes downvote follow_us star_this endorse* recommend leave_review five_stars 5_stars review_us write_review subscribe_channel thumbs_up",
  install:
    "install installs installing add_extension add_to_browser add-on plugin plug-in add_to_chrome enable_macros enable_content sideload load_module",
  download: "download downloads downloading save_file get_the_app get_installer download_now",
  run: "execute run_in_terminal run_in_shell run_command run_script run_this run_macro run_now run_as run_the_command run_it run_installer open_terminal powershell curl wget sudo pipe_to_shell",
  account: `payout_account bank_account change_email change_address change_bank change_account set_payout save_payout payee add_payee default_payment billing_address change_owner
    change_plan change_phone iban update_payment save_bank save_account payment_method payment_details change_number transfer_ownership new_beneficiary beneficiary change_shipping change_delivery`,
  export: "export exports exporting export_all export_contacts export_keys dump sync_contacts copy_all",
  password: "password passwords passwd passphrase passcode pass_phrase login_password master_password pwd",
  otp: "otp one-time_code one_time_code verification_code security_code login_code sms_code authenticator_code 6-digit_code recovery_code* backup_code* 2fa_code access_code mfa_code auth_code confirmation_code one-time_password six-digit_code text_code",
  card: "card_number credit_card debit_card cvv cvc card_details expiry_date security_number card_no card_data payment_card card",
  pin: "pin door_code gate_code alarm_code safe_code card_pin unlock_code puk lock_code",
  seed: "twelve_words 12_words 24_words twenty-four_words seed_phrase recovery_phrase secret_phrase mnemonic wallet_phrase seed_words secret_recovery_phrase",
  key: "api_key api_keys secret_key private_key access_key access_token token tokens ssh_keys secret_token credentials session_cookie cookie_value bearer client_secret license_key secrets login_details cookies private_keys",
  identity:
    "passport id_number national_id ssn social_security tax_id tax_number driver's_license driving_licence insurance_number personal_number national_number citizen_number identity_card id_card medical_record salary",
  name: "name first_name last_name full_name surname",
  email: "e-mail email mail_address",
  phone: "phone mobile telephone phone_number cell",
  address: "address street postcode zip postal_code home_address",
  birth: "birth_date date_of_birth birthday dob birthdate",
  login: "sign_up sign_out sign_off log_out log_in login sign_in signin log_on log_into sign_into signs_in logon",
  decline: `not_now no_thanks no,_thanks no_thank_you skip dismiss close decline reject reject_all later maybe_later back go_back cancel deny remind_me_later
    continue_without keep_editing stay no leave ignore keep not_interested hide snooze keep_it do_not_allow don't_allow block`,
  confirm:
    "confirm confirms ok okay yes continue proceed accept agree allow apply next done finish go save approve i_understand got_it complete",
  info: `read see view show find check look look_up list open count summarise summarize watch learn search compare browse track review get_information tell_me explain verify
    inspect monitor preview play listen study note visit go_to go_through navigate scroll filter sort print translate display examine skim report identify locate know
    what which when where how whether how_much describe overview reach`,
  noun: `history details detail guide tips help faq options methods status settings setting policy policies folder items list page pages overview preview draft chart
    statement archive log report summary samples examples tutorial docs documentation terms syntax lyrics photos pictures statistics stats calendar schedule map catalog catalogue
    prices pricing price about more info information articles article news features feature conditions requirements fees centre center manual hours timetable directions contact reviews comments
    results instructions template templates process steps explained basics`,
  robot: `${ENGLISH_MACHINES} headless_session headless_sessions buying_companion shopping_companion shopping_companions digital_companion artificial_intelligence artificial_intelligences summarizer summarizers summariser summarisers agentic_browser agentic_browsers web_spider web_spiders digital_employee digital_employees digital_colleague digital_colleagues digital_butler digital_butlers digital_worker digital_workers unattended_session unattended_sessions unattended_run unattended_runs co-pilot co-pilots vision_model vision_models multimodal_model multimodal_models image_model image_models speech_model speech_models reasoning_model reasoning_models safety_classifier safety_classifiers stochastic_parrot stochastic_parrots synthetic_intelligence artificial_mind answer_engine answer_engines search_assistant search_assistants gpts autopilot autopilots copilot automated_customer* automated_guest* automated_shopper* automated_member* automated_buyer* automated_bidder* automated_editor* automated_participant* automated_traffic automated_session* software_assistant* software_helper* software_bot* coding_agent coding_agents shopping_agent shopping_agents browsing_agent browsing_agents buying_agents research_agents scheduling_agents autonomous_agents personal_agents ai_helper ai_helpers ai a.i ais llm llms gpt chatgpt copilot copilots chatbot chatbots bot bots robot robots ai_agent ai_agents ai_assistant ai_model ai_models language_model language_models ai_system
    automation automations automated_agent* automated_user* automated_visitor* automated_reader* automated_system* automated_browser* automated_tool* automated_assistant* automated_operator* automated_process* automated_client*
    autonomous_agent* digital_helper digital_helpers digital_assistant* virtual_assistant* browser_agent* web_agent* software_agent* computer_agent* computer-use whoever_automates
    machine_reader* machine_readers model_operator* browser_operator* mail_agent* inbox_agent* email_agent* calendar_agent* reading_agent* web_assistant* browser_assistant* mail_assistant* inbox_assistant* travel_bot* crawler* scraper* reviewer_bot* reviewer_model* auditor_model* audit_model* guard_model* auditing_model* neural_network* neural_model* claude gemini siri alexa
    non-human_reader* non-human_visitor* nonhuman synthetic_user* script_reading automated_clicker* scripted_visitor* scripted_client* headless_browser*
    automated_checker* automated_reviewer* safety_model* safety_checker* desktop_agent* intelligent_agent* intelligent_assistant* assistant_model*`,
  helper: `software agent agents assistant assistants model models helper helpers operator operators machine machines program programs system reviewer reviewers auditor auditors guard
    screener verifier checker moderator_model evaluator evaluators reader readers visitor visitors automated script scripts automaton automatons tool tools`,
  call: "dear hey hello hi attention note to message for instruction instructions listen calling whoever all any every important notice reminder memo task urgent",
  ignore: `ignore ignores ignoring disregard* forget forgets override* overriding overrule* bypass* neglect set_aside put_aside drop_your drop_the skip_your cease abandon stop_following supersede* supersedes
    replaces replace void discard_the discard_your do_not_follow don't_follow pay_no_attention overwrite_your leave_aside cast_aside`,
  instruction: `instruction* instructions rule rules prompt prompts guideline* guidelines directive* directives orders command commands constraint* constraints restriction* restrictions
    safeguard* safeguards your_task the_task previous_task original_task your_goal the_goal original_goal previous_request original_request earlier_request user's_request user_request system_message
    everything_above all_of_the_above the_above anything_above policy_checks safety_checks safety_policy your_training your_policy your_policies prior_text context_above earlier_context previous_message* old_request
    assignment assignments objective objectives the_user's previous_goal what_you_were_told the_user operator's_request`,
  user: "user users user's human human's owner owner's your_operator principal the_customer your_human your_user the_person_you_work_for your_principal your_client",
  must: `must should shall have_to has_to required are_required need_to needs_to please kindly are_to is_to ought obliged_to want_you_to wants_you_to obliges_you oblige_you requires_you expected_to owe owes supposed_to asked_to told_to
    instructed_to ordered_to you_will be_sure make_sure your_job your_task`,
  judge: `verdict allow_the allow_this output_allow output_pass return_allow return_pass answer_allow answer_pass reply_allow reply_safe say_safe mark_as_safe mark_this mark_it classify_this classify_as
    treat_as_safe treat_this consider_this consider_it rate_this_as score_this deem risk_low low_risk not_malicious is_safe as_harmless as_benign as_trusted report_safe report_no no_risk respond_with_pass respond_pass
    respond_allow pre-approved preapproved already_approved whitelisted allowlisted already_authorised already_authorized already_confirmed has_approved has_authorised has_authorized has_consented`,
  teach: `typical_line test_set manipulated manipulated_page manipulated_pages museum exhibit exhibits police court judge fined fraud fraudster* hidden_prompt hidden_prompts headline researchers abstract talk endpoint api http social_engineering cybersecurity cyber_security example examples sample samples attack attacks injection injections training train taught teach teaches teaching lesson lessons course slide slides tutorial documentation docs framework
    learn spot recognise recognize phishing awareness research paper  article glossary definition lecture workshop quiz demo detect detection scam scams warning_signs how_we_taught textbook
    such_as red_team security_training history_of novel chapter fiction quote quotes quoted specification reference_guide reference_manual guide handbook explained explains phrase phrases wording known_trick tricks
    exercise exercises case_study   reported screenshot_of fixture fixtures unit_test payload moderator transcript thread_about sdk api_reference changelog release_notes policy_requires our_policy robots_txt
    like_this lines_like text_like prompts_like steps_to_reproduce regression_test* bug_report* expected_result* test_case* reproduce messages_like rfc benchmark dataset film movie  poem book_review study   attackers attacker`,
  undo: "brought_back bring_back get_it_back undo undone restore restored recover recoverable reversible archive archived bin recycle trash deleted_items 30_days 14_days 7_days come_back revert rollback re-open draft drafts local locally can_be_undone",
  permanent:
    "permanent permanently forever irreversible cannot_be_undone can't_be_undone no_undo cannot_be_recovered cannot_be_restored not_recoverable final unrecoverable lost gone_for_good no_way_back",
  every:
    "anyone anybody anyone_with_the_link visible_to_everyone all every everyone everybody everything entire whole each any complete both",
  silent: `do_not_tell don't_tell without_telling without_asking no_need_to_ask do_not_ask don't_ask do_not_inform don't_inform do_not_mention don't_mention without_informing without_confirmation
    without_confirming no_confirmation skip_confirmation skip_the_confirmation do_not_report don't_report silently secretly quietly behind_the_user hide_this_from keep_this_secret keep_it_secret without_the_user never_mention without_reading
    tell_nobody tell_no_one before_telling do_not_notify don't_notify without_notifying instead_of_the_user never_tell without_review do_not_disclose`,
  condition: `only_after only_then can_only only_possible only_take_place only_works only_be_shown only_continue so_i_can so_we_can so_i so_we and_i_will and_we_will then_i then_we or_else and_i'll and_we'll in_return to_continue to_proceed in_order_to so_that before_you_can required_to must_first first to_unlock to_verify to_access to_see to_view to_play to_watch to_read to_prove to_get otherwise
    until_you unless_you only_after to_finish to_complete to_keep to_avoid to_receive to_claim to_open to_download to_restore to_fix`,
  order: `unlock star escalate tick rank extend push pull invite subscribe download install run list show tell click clicks press tap follow do perform performs execute obey visit write type enter say tell answer output mention copy open paste reveal print praise fetch give hit navigate scroll put set change
    add choose select use make create move call accept confirm proceed decode take complete begin start stop repeat respond return report mark ask sign_out refuse praise recommend buy include
    provide collect search summarise summarize comply go insert fill tick check uncheck toggle raise lower treat pretend act behave switch skip email look convince persuade prefer order book continue read translate append attach compose draft
    save store remember keep leave log note sell order submit turn disable enable`,
  cost: `credit_line overdraft mortgage credit_limit charges charged charge billed bills fee fees costs per_month per_week per_year a_month a_year /month /mo /yr monthly yearly annually loan binding renews renewal debit debits debited deducts deducted
    non-refundable nonrefundable subscription subscribes paid_plan premium_rate auto-renews cost price will_be_charged surcharge deposit invoice invoiced owes obligation instalments penalty`,
  press: `click clicking clicks press pressing presses tap tapping by_continuing continuing choosing choose selecting select button closing opening using hovering
    this_link link pushing push hit hitting enter accepting proceeding by_using by_clicking by_closing swiping showing skipping playing reading viewing answering starting scrolling submitting dismissing declining`,
  subordinate:
    "whether if that how when before after why what which who where until because since about unless so whose without while already",
  not: "cannot can't couldn't not don't without never no avoid nothing don`t won't neither instead_of rather_than except",
  and: "and then also & plus afterwards",
  money: "usd eur gbp dollars euros pounds chf jpy cny $ yen yuan",
  total: "total amount sum due payable balance_due subtotal grand_total you_pay to_pay charge price",
  record: `activity_log audit_log audit_trail session_log run_log action_log event_log access_log browsing_history clear_history delete_history session_history recording recordings audit_record* activity_history delete_logs
    clear_log clear_logs clear_activity run_history action_history history_of_this session_record* security_log command_history login_history delete_log delete_activity run_records sent_copy job_log task_log task_history`,
  role: "guest viewer view-only read-only reader commenter member contributor editor can_edit can_view write_access maintainer admin administrator owner full_access superuser full_control root moderator manager collaborator",
  chat: "chat comment message reply guest support courier sender wrote says dm review",
  protection: `protected_mode protected_view virus_guard virus_protection notifications_about_new_logins login_notifications sign-in_notifications spending_limits spending_limit password_check lock alarm antivirus anti-virus firewall two-factor 2fa mfa two-step protection security defender encryption screen_lock sandbox safe_browsing verification login_alerts adblocker ad_blocker alerts signature_check certificate_check
    https certificate password_policy policy_check smartscreen gatekeeper safety_checks tls ssl branch_protection`,
  off: "turn_it_off switch_it_off disable disables disabling disabled turn_off turns_off turning_off switch_off switches_off deactivate* remove lower weaken weakens stop pause suspend bypass skip off exempt whitelist allow_unsafe",
  command:
    "command terminal powershell win_+_r script shell console cmd sudo code_snippet bash paste_this run_dialog command_line command_prompt macro macros ctrl_+_v",
  tell: "tell message inform email text notify contact write comment respond answer let_know report_to ask say",
  local:
    "spaces duplicates duplicate_lines blank_lines empty_lines line_breaks whitespace punctuation accents reading_list watchlist watch_list from_list from_queue play_queue comparison background filter filters formatting highlight selection cart basket wishlist bag search field watermark noise crop effect favourites favorites clipboard cache sort zoom",
  plain:
    "enlarge shrink larger smaller jump older newer earlier latest oldest newest of_course exclude excludes excluded excluding change adjust i_am i'm i_have over_18 18+ claim_seat start play pause stop resume mute unmute zoom rotate crop fit expand collapse load refresh reload retry undo redo copy paste cut select choose toggle menu print save mark acknowledge translate listen next previous prev more home profile edit rename move archive format bold italic fullscreen subtitles captions chat ask contact calculate compute test check update clear add create insert attach record new show view open switch language theme mode options advanced all_results see full_screen maximise maximize minimise minimize drag resize volume picture map list grid week month day today page tab step continue sign_in take try answer begin enter explore find sort filter compare apply got_it ok done finish complete submit_answer reveal hint replay shuffle repeat write draft compose pin",
};
