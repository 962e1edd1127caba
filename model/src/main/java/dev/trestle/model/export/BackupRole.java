package dev.trestle.model.export;

import java.util.List;

/** The role that AWS Backup takes on to read the tables. */
final class BackupRole {
  static final String SERVICE = "backup.amazonaws.com";
  static final String POLICY = "service-role/AWSBackupServiceRolePolicyForBackup";

  private BackupRole() {}

  static Json assumption() {
    return Json.object()
        .put("Version", "2012-10-17")
        .put(
            "Statement",
            Json.array(
                List.of(
                    Json.object()
                        .put("Action", "sts:AssumeRole")
                        .put("Effect", "Allow")
                        .put("Principal", Json.object().put("Service", SERVICE))
                        .done())))
        .done();
  }

  /** As CloudFormation wants it. */
  static Json.Draft properties() {
    var arn =
        Json.object()
            .put(
                "Fn::Join",
                Json.array(
                    List.of(
                        Json.of(""),
                        Json.array(
                            List.of(
                                Json.of("arn:"),
                                Json.object().put("Ref", "AWS::Partition").done(),
                                Json.of(":iam::aws:policy/" + POLICY))))))
            .done();
    return Json.object()
        .put("AssumeRolePolicyDocument", assumption())
        .put("ManagedPolicyArns", Json.array(List.of(arn)));
  }
}
